import { unmaskAccountId, type OrderDetails } from "@chartrelay/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { classNames } from "../../ui/class-names.ts";
import { Json } from "../../ui/json.tsx";

interface CorrectionsProps {
  readonly corrections: OrderDetails["corrections"];
  /** The account's current id, which stored messages don't contain. */
  readonly accountId: string;
}

/** What the message was probably meant to say, to be copied into the alert. Of several tickers the reader chooses one. */
export function Corrections({ corrections, accountId }: CorrectionsProps) {
  const { t } = useTranslation("trading");
  const [chosen, setChosen] = useState<string>();
  const [first, ...others] = corrections;
  if (!first) return null;
  const isSure = others.length === 0;
  const correction = isSure ? first : corrections.find(({ ticker }) => ticker === chosen);
  return (
    <div className="flex flex-col gap-3">
      {first.ticker !== null && (
        <div className="flex flex-wrap items-center gap-2">
          <p className="font-semibold">
            {isSure ? t("did_you_mean", { ticker: first.ticker }) : t("did_you_mean_one")}
          </p>
          {!isSure &&
            corrections.map(({ ticker }) => (
              <button
                key={ticker}
                type="button"
                aria-pressed={ticker === chosen}
                onClick={() => setChosen(ticker ?? undefined)}
                className={classNames(
                  "button border px-3 font-mono text-14 transition-colors duration-150",
                  ticker === chosen
                    ? "border-accent bg-accent-soft text-accent"
                    : "border-edge bg-surface text-ink hover:bg-accent-soft",
                )}
              >
                {ticker}
              </button>
            ))}
        </div>
      )}
      {correction && (
        <div className="flex flex-col gap-1.5">
          <p className="text-14 font-medium">{t("corrected_message")}</p>
          <Json text={withAccount(correction.message, accountId)} label={t("corrected_message")} />
          <p className="text-12 text-muted">{t("corrected_hint")}</p>
        </div>
      )}
    </div>
  );
}

/** Returns a stored message, in which the account's id is masked, with an account's id in its place. */
export function withAccount(message: string, accountId: string): string {
  return unmaskAccountId(message, accountId);
}
