import { CircleAlert, CircleCheck, Info, LoaderCircle, TriangleAlert, X, type LucideIcon } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMedia } from "../lib/media.ts";
import { Button, IconButton } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { TOAST_LEAVING_MS, TOAST_NARROW, type Toast, type ToastPosition, type ToastStatus } from "./toast.ts";

const ICONS: Readonly<Record<ToastStatus, LucideIcon | undefined>> = {
  none: undefined,
  info: Info,
  success: CircleCheck,
  loading: LoaderCircle,
  warning: TriangleAlert,
  error: CircleAlert,
};

const ICON_COLORS: Readonly<Record<ToastStatus, string>> = {
  none: "",
  info: "text-accent",
  success: "text-ok",
  loading: "text-accent animate-spin",
  warning: "text-warning",
  error: "text-error",
};

const PLACES: Readonly<Record<ToastPosition, string>> = {
  "top-left": "top-20 left-4 items-start",
  "top-center": "top-20 inset-x-4 items-center",
  "top-right": "top-20 right-4 items-end",
  "bottom-left": "bottom-4 left-4 items-start",
  "bottom-center": "bottom-4 inset-x-4 items-center",
  "bottom-right": "bottom-4 right-4 items-end",
};

interface ToastsProps {
  readonly toasts: readonly Toast[];
  readonly onDismiss: (id: string) => void;
  readonly onDismissAll: () => void;
}

/** All toasts, each in its position; on a narrow screen all of them at the top. */
export default function Toasts({ toasts, onDismiss, onDismissAll }: ToastsProps) {
  const { t } = useTranslation("ui");
  const isNarrow = useMedia(TOAST_NARROW);
  const shown = useLeaving(toasts);
  const groups = Map.groupBy(shown, ({ toast }) => (isNarrow ? "top-center" : toast.position));
  return (
    <section aria-label={t("notifications")}>
      {Array.from(groups, ([position, group]) => (
        <div
          key={position}
          data-position={position}
          className={classNames("pointer-events-none fixed z-50 flex flex-col gap-3", PLACES[position])}
        >
          {group.map(({ toast, isLeaving }) => (
            <ToastCard key={toast.id} toast={toast} isLeaving={isLeaving} onDismiss={onDismiss} />
          ))}
          {group.length > 1 && (
            <Button look="secondary" className="pointer-events-auto px-3 text-14" onClick={onDismissAll}>
              {t("dismiss_all")}
            </Button>
          )}
        </div>
      ))}
    </section>
  );
}

interface Shown {
  readonly toast: Toast;
  readonly isLeaving: boolean;
}

/** Returns the toasts and, for a moment, those that have just been dismissed, in their old place. */
function useLeaving(toasts: readonly Toast[]): readonly Shown[] {
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const [known, setKnown] = useState<readonly Toast[]>([]);
  if (known !== toasts) {
    setKnown(toasts);
    const current = new Map(toasts.map((toast) => [toast.id, toast]));
    const kept = shown.map(({ toast }) => ({
      toast: current.get(toast.id) ?? toast,
      isLeaving: !current.has(toast.id),
    }));
    const added = toasts.filter(({ id }) => !shown.some(({ toast }) => toast.id === id));
    setShown([...kept, ...added.map((toast) => ({ toast, isLeaving: false }))]);
  }
  const isAnyLeaving = shown.some(({ isLeaving }) => isLeaving);
  useEffect(() => {
    if (!isAnyLeaving) return undefined;
    const timer = setTimeout(() => setShown((all) => all.filter(({ isLeaving }) => !isLeaving)), TOAST_LEAVING_MS);
    return () => clearTimeout(timer);
  }, [isAnyLeaving, toasts]);
  return shown;
}

interface ToastCardProps {
  readonly toast: Toast;
  readonly isLeaving: boolean;
  readonly onDismiss: (id: string) => void;
}

function ToastCard({ toast, isLeaving, onDismiss }: ToastCardProps) {
  const { t } = useTranslation("ui");
  const { id, status, title, text, code, dismissAfterMs } = toast;
  const [isHeld, setIsHeld] = useState(false);

  // An upsert makes a new toast object, so its time starts again.
  useEffect(() => {
    if (isHeld || isLeaving || dismissAfterMs === 0) return undefined;
    const timer = setTimeout(() => onDismiss(toast.id), dismissAfterMs);
    return () => clearTimeout(timer);
  }, [toast, isHeld, isLeaving, dismissAfterMs, onDismiss]);

  const Icon = ICONS[status];
  return (
    <div
      data-status={status}
      className={classNames(
        "pointer-events-auto flex w-[350px] max-w-full items-start gap-3 raised py-2 pr-2 pl-4",
        isLeaving ? "animate-toast-out" : "animate-toast-in",
      )}
      onMouseEnter={() => setIsHeld(true)}
      onMouseLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      {Icon && <Icon aria-hidden className={classNames("mt-3 size-5 shrink-0", ICON_COLORS[status])} />}
      <div role={status === "error" ? "alert" : "status"} className="min-w-0 grow py-2.5 [overflow-wrap:anywhere]">
        <p className="font-medium">{title}</p>
        {text !== undefined && <p className="text-14 text-muted">{text}</p>}
        {code !== undefined && <code className="font-mono text-12 text-muted">{code}</code>}
      </div>
      <IconButton label={t("dismiss")} onClick={() => onDismiss(id)}>
        <X aria-hidden className="size-4" />
      </IconButton>
    </div>
  );
}
