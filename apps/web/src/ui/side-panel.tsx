import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ICON_BUTTON } from "./button.tsx";
import { useReturnFocus } from "./return-focus.ts";

interface SidePanelProps {
  readonly title: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** What a row opens: on the right of the page, or over the whole of a narrow screen. It behaves like a dialog. */
export function SidePanel({ title, onClose, children }: SidePanelProps) {
  const { t } = useTranslation("ui");
  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade bg-[rgb(6_9_15/45%)]" />
        <Radix.Content
          aria-describedby={undefined}
          onCloseAutoFocus={useReturnFocus()}
          className="fixed inset-y-0 right-0 z-40 w-full max-w-[600px] animate-slide overflow-y-auto border-l border-line bg-surface"
        >
          <div className="sticky top-0 z-10 flex items-center justify-between gap-4 border-b border-line bg-surface py-2 pr-2 pl-5">
            <Radix.Title className="text-18 font-semibold">{title}</Radix.Title>
            <Radix.Close aria-label={t("close")} title={t("close")} className={ICON_BUTTON}>
              <X aria-hidden className="size-5" />
            </Radix.Close>
          </div>
          <div className="flex flex-col gap-6 p-5">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
