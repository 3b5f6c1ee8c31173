import type { Account } from "@chartrelay/contract";
import { Send } from "lucide-react";
import { Suspense, useState } from "react";
import { Button, type ButtonLook } from "../../ui/button.tsx";
import { late } from "../../ui/late.ts";

const LinkDialog = late(() => import("./link-dialog.tsx"));

interface LinkTelegramProps {
  readonly account: Account;
  readonly label: string;
  readonly look?: ButtonLook;
  readonly className?: string;
}

/** Opens the window that links a chat to the account. */
export function LinkTelegram({ account, label, look = "secondary", className }: LinkTelegramProps) {
  const [isLinking, setIsLinking] = useState(false);
  return (
    <>
      <Button look={look} aria-haspopup="dialog" className={className} onClick={() => setIsLinking(true)}>
        <Send aria-hidden className="size-4" />
        {label}
      </Button>
      <Suspense>{isLinking && <LinkDialog account={account} onClose={() => setIsLinking(false)} />}</Suspense>
    </>
  );
}
