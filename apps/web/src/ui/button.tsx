import { LoaderCircle } from "lucide-react";
import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";

export type ButtonLook = "primary" | "secondary" | "quiet" | "danger";

const LOOKS: Readonly<Record<ButtonLook, string>> = {
  primary: "bg-accent text-on-accent hover:bg-accent-strong",
  secondary: "border border-edge bg-surface text-ink hover:bg-accent-soft",
  quiet: "text-ink hover:bg-accent-soft",
  danger: "border border-error text-error hover:bg-error hover:text-surface",
};

/** Returns the classes of a button, for a link that looks like one. */
export function buttonClass(look: ButtonLook = "primary", className?: string): string {
  return classNames("button transition-colors duration-150 disabled:opacity-50", LOOKS[look], className);
}

interface ButtonProps extends ComponentProps<"button"> {
  readonly look?: ButtonLook;
  /** Work is in progress: the button waits and says so. */
  readonly isBusy?: boolean;
}

export function Button({ look, isBusy = false, disabled, className, children, type = "button", ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
      className={buttonClass(look, className)}
    >
      {isBusy && <LoaderCircle aria-hidden className="size-4 animate-spin" />}
      {children}
    </button>
  );
}

/** The classes of a square button with only an icon; it needs an `aria-label`. */
export const ICON_BUTTON =
  "inline-flex size-11 shrink-0 items-center justify-center rounded-control text-muted transition-colors duration-150 hover:bg-accent-soft hover:text-ink";

interface IconButtonProps extends ComponentProps<"button"> {
  /** What it does, for screen readers and on hover. */
  readonly label: string;
}

export function IconButton({ label, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" aria-label={label} title={label} {...rest} className={classNames(ICON_BUTTON, className)} />
  );
}
