import { Suspense, useState } from "react";
import { Button, type ButtonLook } from "../../ui/button.tsx";
import { Backdrop } from "../../ui/lazy-panel.tsx";
import { late } from "../../ui/late.ts";
import type { AlertGuideProps } from "./alert-guide.tsx";

const AlertGuideDialog = late(() => import("./alert-guide-dialog.tsx"));

interface AlertGuideButtonProps extends Omit<AlertGuideProps, "isOwn"> {
  readonly label: string;
  readonly look?: ButtonLook;
  readonly className?: string;
}

/** Opens the guide to TradingView's alert over the page. */
export function AlertGuideButton({ label, look = "secondary", className, ...guide }: AlertGuideButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button look={look} aria-haspopup="dialog" className={className} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <Suspense fallback={<Backdrop />}>
        {isOpen && <AlertGuideDialog {...guide} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  );
}
