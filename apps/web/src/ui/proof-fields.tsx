/** What users prove with that it is them: the password that they have, and a code of the second factor. */
import type { ComponentProps } from "react";
import { TextField } from "./field.tsx";

/** For the password as it is; browsers offer the one that they keep. */
export function CurrentPasswordField(field: Omit<ComponentProps<typeof TextField>, "type" | "autoComplete">) {
  return <TextField {...field} type="password" autoComplete="current-password" />;
}

/** For a code of an authenticator, or a recovery code. */
export function CodeField(field: Omit<ComponentProps<typeof TextField>, "type" | "autoComplete" | "className">) {
  return <TextField {...field} autoComplete="one-time-code" className="font-mono tabular" />;
}
