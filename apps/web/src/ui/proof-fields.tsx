/** Fields with which users prove who they are: the current password, and a second-factor code. */
import type { ComponentProps } from "react";
import { TextField } from "./field.tsx";

/** For the current password; browsers offer the saved one. */
export function CurrentPasswordField(field: Omit<ComponentProps<typeof TextField>, "type" | "autoComplete">) {
  return <TextField {...field} type="password" autoComplete="current-password" />;
}

/** For a code of an authenticator, or a recovery code. */
export function CodeField(field: Omit<ComponentProps<typeof TextField>, "type" | "autoComplete" | "className">) {
  return <TextField {...field} autoComplete="one-time-code" className="font-mono tabular" />;
}
