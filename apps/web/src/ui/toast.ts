/** What a toast is: specification, sections 4 and 9. */

export const TOAST_STATUSES = ["none", "info", "success", "loading", "warning", "error"] as const;
export type ToastStatus = (typeof TOAST_STATUSES)[number];

export const TOAST_POSITIONS = [
  "top-center",
  "top-left",
  "top-right",
  "bottom-center",
  "bottom-left",
  "bottom-right",
] as const;
export type ToastPosition = (typeof TOAST_POSITIONS)[number];

export interface Toast {
  /** A second toast with the same id replaces the first. */
  readonly id: string;
  readonly status: ToastStatus;
  readonly position: ToastPosition;
  readonly title: string;
  readonly text?: string;
  /** An error's code, by which support and the FAQ know it. */
  readonly code?: string;
  /** How long it stays; 0: until it is dismissed. */
  readonly dismissAfterMs: number;
}

export const TOAST_DEFAULT_POSITION: ToastPosition = "top-right";
export const TOAST_DISMISS_AFTER_MS = 7_000;
/** Up to this width all toasts share one container, top-center. */
export const TOAST_NARROW = "(max-width: 767px)";
/** How long a toast takes to leave. */
export const TOAST_LEAVING_MS = 250;
