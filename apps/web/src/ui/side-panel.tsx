import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ICON_BUTTON } from "./button.tsx";
import { useReturnFocus } from "./return-focus.ts";

interface SidePanelProps {
  readonly title: ReactNode;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  /** Tells apart what the panel shows one after another: each begins at its top. */
  readonly contentKey?: string;
  readonly onClose: () => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  /** Where the focus goes when the panel closes; by default to where it came from. */
  readonly findReturn?: () => HTMLElement | null;
  readonly children: ReactNode;
}

/** What a row opens: on the right of the page, or over the whole of a narrow screen. It behaves like a dialog. */
export function SidePanel({ title, actions, contentKey, onClose, onKeyDown, findReturn, children }: SidePanelProps) {
  const { t } = useTranslation("ui");
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Some browsers return a promise, which would pass for the effect's cleanup.
    content.current?.scrollTo(0, 0);
  }, [contentKey]);
  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade bg-[rgb(6_9_15/45%)]" />
        <Radix.Content
          ref={content}
          aria-describedby={undefined}
          // The panel itself, not its first button: the keys that scroll it work at once.
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            content.current?.focus();
          }}
          onCloseAutoFocus={useReturnFocus(findReturn)}
          onKeyDown={onKeyDown}
          className="fixed inset-y-0 right-0 z-40 w-full max-w-[600px] animate-slide overflow-y-auto border-line bg-surface outline-none tablet:border-l"
        >
          <div className="sticky top-0 z-10 flex items-center gap-1 border-b border-line bg-surface py-2 pr-2 pl-4 tablet:pl-5">
            <Radix.Title className="mr-auto min-w-0 truncate text-18 font-semibold">{title}</Radix.Title>
            {actions}
            <Radix.Close aria-label={t("close")} title={t("close")} className={ICON_BUTTON}>
              <X aria-hidden className="size-5" />
            </Radix.Close>
          </div>
          <div className="flex flex-col gap-6 p-4 tablet:p-5">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
