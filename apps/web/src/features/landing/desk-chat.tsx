import { CircleCheck, CircleX } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useAccountText } from "../../core/trading/account-label.tsx";
import { useSite } from "../../core/site.ts";
import { Mark } from "../../ui/mark.tsx";
import { CORRECTED, REFUSED, type StoryOrder } from "./desk-story.ts";

/** The chat, with the two messages that the server sends about the story's orders. */
export function DeskChat() {
  const { t } = useTranslation(["notices", "reasons"]);
  const { brand } = useSite();
  return (
    <>
      <p className="flex items-center gap-3 border-b border-line px-4 py-3 tablet:px-5">
        <span className="inline-flex size-8 items-center justify-center rounded-full bg-accent text-on-accent">
          <Mark className="size-5" />
        </span>
        <span className="font-semibold">{brand}</span>
      </p>
      <ol className="flex flex-col items-start gap-3 bg-page p-4 tablet:p-5 desktop:grid desktop:grid-cols-2 desktop:gap-5">
        <Bubble headline={t("order_refused")} order={REFUSED}>
          {t(REFUSED.reason, { ns: "reasons" })}
        </Bubble>
        <Bubble headline={t("order_accepted")} order={CORRECTED}>
          <Took seconds={0.18} />
        </Bubble>
      </ol>
    </>
  );
}

function Took({ seconds }: { readonly seconds: number }) {
  const { t, i18n } = useTranslation("notices");
  return t("took", { seconds: new Intl.NumberFormat(i18n.language).format(seconds) });
}

interface BubbleProps {
  readonly headline: string;
  readonly order: StoryOrder;
  readonly children: ReactNode;
}

function Bubble({ headline, order, children }: BubbleProps) {
  const { t, i18n } = useTranslation("notices");
  const accountText = useAccountText();
  const { direction, quantity, ticker, account, time, status } = order;
  const what = `${t(direction)} ${new Intl.NumberFormat(i18n.language).format(Number(quantity))} ${ticker}, ${t("MARKET")}`;
  return (
    <li className="max-w-[46ch] rounded-card rounded-tl-none border border-line bg-surface px-4 py-3 text-14">
      <p className="flex items-center gap-2 font-semibold">
        {status === "REJECTED" ? (
          <CircleX aria-hidden className="size-4 text-error" />
        ) : (
          <CircleCheck aria-hidden className="size-4 text-ok" />
        )}
        {headline}
      </p>
      <p className="mt-0.5">
        {what} · {accountText(account)}
      </p>
      <p className="mt-0.5">{children}</p>
      <p className="mt-1 text-right text-12 text-muted tabular">{time.slice(0, 5)}</p>
    </li>
  );
}
