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
    <span className={classNames("inline-flex max-w-full min-w-0 items-start gap-2", className)}>
      <span className="inline-flex h-lh shrink-0 items-center">
        <VenueMark name={exchange} />
      </span>
      <span className="inline-flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <span className="min-w-0 wrap-anywhere">{name ?? t(exchange)}</span>
        <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
          {name !== null && isShort && <span className="sr-only">{t(exchange)}</span>}
          {((name !== null && !isShort) || keyEnding !== null) && (
            <span className="font-normal whitespace-nowrap text-muted">
              {name !== null && !isShort && <span className="mr-1.5">{t(exchange)}</span>}
              {keyEnding !== null && <KeyEnding ending={keyEnding} />}
            </span>
          )}
          <Environment isDemo={isDemo} />
        </span>
      </span>
    </span>
  );
}

interface AccountLineProps {
  /** Without `exchange` where the broker's name is already there. */
  readonly account: Omit<NamedAccount, "exchange"> & Partial<NamedAccount>;
}

/** The same in small type, in a row's second line. */
export function AccountLine({ account }: AccountLineProps) {
  const { t } = useTranslation("trading");
  const { name, keyEnding, isDemo, exchange } = account;
  const called = name ?? (exchange && t(exchange));
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-1.5 gap-y-0.5 text-12 text-muted">
      {called && <span className="min-w-0 wrap-anywhere">{called}</span>}
      {keyEnding !== null && <KeyEnding ending={keyEnding} />}
      <Environment isDemo={isDemo} isPlain />
    </span>
  );
}

/** The last characters of the portfolio or key. */
export function KeyEnding({ ending }: { readonly ending: string }) {
  return (
    <span className="font-mono text-[0.875em]">
      <span aria-hidden>··</span>
      {ending}
    </span>
  );
}

interface EnvironmentProps {
  readonly isDemo: boolean;
  /** Without a frame, within other small text. */
  readonly isPlain?: boolean;
}

/** Live or demo, by word and by mark. */
export function Environment({ isDemo, isPlain = false }: EnvironmentProps) {
  const { t } = useTranslation("trading");
  const Icon = isDemo ? CircleDashed : Zap;
  const frame = isDemo ? "border-dashed border-edge" : "border-accent bg-accent-soft";
  return (
    <span
      className={classNames(
        "inline-flex items-center gap-1 text-12 font-medium whitespace-nowrap",
        isDemo ? "text-muted" : "text-accent",
        !isPlain && `rounded-full border px-2 leading-5 ${frame}`,
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
