import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ICON_BUTTON } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { useReturnFocus } from "./return-focus.ts";

interface PanelProps {
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly children: ReactNode;
  /** Leaves room for pictures beside the text. */
  readonly isWide?: boolean;
}

interface DialogProps extends PanelProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** A window over the page: it traps the focus, closes on Esc, and returns the focus to where it came from. */
export function Dialog({ isOpen, onClose, ...panel }: DialogProps) {
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 grid animate-fade place-items-center overflow-y-auto bg-[rgb(6_9_15/60%)] p-4">
          <Panel {...panel} />
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Panel({ title, description, children, isWide = false }: PanelProps) {
  const { t } = useTranslation("ui");
  return (
    <Radix.Content
      {...(!description && { "aria-describedby": undefined })}
      onCloseAutoFocus={useReturnFocus()}
      className={classNames(
        "relative w-full animate-rise card p-6 shadow-card tablet:p-8",
        isWide ? "max-w-[720px]" : "max-w-[440px]",
      )}
    >
      <Radix.Title className="pr-10 text-22 font-semibold">{title}</Radix.Title>
      {description && <Radix.Description className="mt-1 text-muted">{description}</Radix.Description>}
      <div className="mt-5">{children}</div>
      <Radix.Close aria-label={t("close")} title={t("close")} className={`${ICON_BUTTON} absolute top-3 right-3`}>
        <X aria-hidden className="size-5" />
      </Radix.Close>
    </Radix.Content>
  );
}
