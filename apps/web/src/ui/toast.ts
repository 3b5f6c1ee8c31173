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
  /** A second toast of the same id takes the place of the first. */
  readonly id: string;
  readonly status: ToastStatus;
  readonly position: ToastPosition;
  readonly title: string;
  readonly text?: string;
  /** Of an error: what support and the FAQ know it by. */
  readonly code?: string;
  /** It goes by itself after so long; 0: it stays until it is dismissed. */
  readonly dismissAfterMs: number;
}

export const TOAST_DEFAULT_POSITION: ToastPosition = "top-right";
export const TOAST_DISMISS_AFTER_MS = 7_000;
/** Below this width all toasts stand in one container, top-center. */
export const TOAST_NARROW = "(max-width: 767px)";
/** How long a toast takes to go. */
export const TOAST_LEAVING_MS = 250;
