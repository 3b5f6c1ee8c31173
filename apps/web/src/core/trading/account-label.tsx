import type { NamedAccount } from "@chartrelay/contract";
import { CircleDashed, Zap } from "lucide-react";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { classNames } from "../../ui/class-names.ts";
import { VenueMark } from "./venue.tsx";

interface AccountLabelProps {
  readonly account: NamedAccount;
  /** Leaves the broker's name to the mark and to screen readers, where a column or a heading already says it. */
  readonly isShort?: boolean;
  readonly className?: string;
}

/** A broker account: its broker's mark, its name, the end of its key, and whether it is live or demo. */
export function AccountLabel({ account, isShort = false, className }: AccountLabelProps) {
  const { t } = useTranslation("trading");
  const { name, exchange, keyEnding, isDemo } = account;
  return (
    <span className={classNames("inline-flex max-w-full min-w-0 flex-wrap items-center gap-x-2 gap-y-1", className)}>
      <span className="inline-flex min-w-0 items-start gap-2">
        <span className="inline-flex h-lh items-center">
          <VenueMark name={exchange} />
        </span>
        <span className="min-w-0 wrap-anywhere">{name ?? t(exchange)}</span>
      </span>
      <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
        {(name !== null || keyEnding !== null) && (
          <span className="font-normal whitespace-nowrap text-muted">
            {name !== null && <span className={isShort ? "sr-only" : "mr-1.5"}>{t(exchange)}</span>}
            {keyEnding !== null && <KeyEnding ending={keyEnding} />}
          </span>
        )}
        <Environment isDemo={isDemo} />
      </span>
    </span>
  );
}

function KeyEnding({ ending }: { readonly ending: string }) {
  return (
    <span className="font-mono text-[0.875em]">
      <span aria-hidden>··</span>
      {ending}
    </span>
  );
}

/** Live or demo, by word and by mark. */
export function Environment({ isDemo }: { readonly isDemo: boolean }) {
  const { t } = useTranslation("trading");
  const Icon = isDemo ? CircleDashed : Zap;
  return (
    <span
      className={classNames(
        "inline-flex items-center gap-1 rounded-full border px-2 text-12 leading-5 font-medium whitespace-nowrap",
        isDemo ? "border-dashed border-edge text-muted" : "border-accent bg-accent-soft text-accent",
      )}
    >
      <Icon aria-hidden className="size-3" />
      {t(isDemo ? "demo" : "live")}
    </span>
  );
}

/** Returns a function that names an account in plain text, as in an `<option>`: "Scalping, Alor ··1234, demo". */
export function useAccountText(): (account: NamedAccount) => string {
  const { t } = useTranslation("trading");
  return useCallback(
    ({ name, exchange, keyEnding, isDemo }) => {
      const where = keyEnding === null ? t(exchange) : `${t(exchange)} ··${keyEnding}`;
      return t(isDemo ? "account_demo" : "account_live", { account: name === null ? where : `${name}, ${where}` });
    },
    [t],
  );
}
