import { VENUE_MANIFESTS, type Account, type ListedVenue, type Strategy } from "@chartrelay/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Choices } from "./choices.tsx";
import { isComplete, problemsByField } from "./check-draft.ts";
import { findingsOf, notOwned, objectionsOf } from "./findings.ts";
import { MessageStep } from "./message-step.tsx";
import { OutcomeStep } from "./outcome-step.tsx";
import { filledIn, samplesNeeded, samplesOf, type Samples } from "./samples.ts";
import { Step } from "./step.tsx";
import { TradingViewStep } from "./tradingview-step.tsx";
import { TryStep } from "./try-step.tsx";
import { TryStrategyStep } from "./try-strategy-step.tsx";
import { useMessageCopied } from "./use-message-copied.ts";
import { useMessage } from "./use-message.ts";
import { useVerdict } from "./use-verdict.ts";

/** What the user typed in place of what TradingView fills in. */
interface TypedSamples {
  readonly venue: string;
  readonly values: Partial<Samples>;
}

/** An empty field has its default. */
function withDefaults(typed: Partial<Samples>, standard: Samples): Samples {
  const given = Object.entries(typed).filter(([, value]) => value !== "");
  return { ...standard, ...Object.fromEntries(given) };
}

interface MessageBuilderProps {
  readonly accounts: readonly [Account, ...Account[]];
  /** Undefined if they couldn't be loaded: then none is offered, and none is called unknown. */
  readonly strategies?: readonly Strategy[] | undefined;
  /** A message to begin with; empty for the default. */
  readonly initial?: string;
  /** The account to begin with, if it is one of the user's. */
  readonly accountId?: string | undefined;
  readonly venues?: readonly ListedVenue[];
}

/** From a choice to TradingView in five steps: choose, see the message, see what it would do, try it, copy it. */
export function MessageBuilder({
  accounts,
  strategies,
  initial = "",
  accountId,
  venues = VENUE_MANIFESTS,
}: MessageBuilderProps) {
  const { t } = useTranslation("builder");
  const onCopied = useMessageCopied();
  const message = useMessage({ accounts, strategies, text: initial, accountId, venues });
  const { text, parsed, draft, venue, account, strategy, chosenFor, choose, withTicker } = message;
  const [typedSamples, setTypedSamples] = useState<TypedSamples>({ venue: venue.name, values: {} });
  const [firstPrice, setFirstPrice] = useState<{ readonly of: string; readonly price: string }>();
  // A price that follows the market would check the message again and again.
  const [openedAt] = useState(() => new Date());

  // Another venue trades other things.
  const typed = typedSamples.venue === venue.name ? typedSamples.values : {};
  const priced = `${chosenFor.id} ${draft.ticker || typed.ticker || ""}`;
  const standard = samplesOf(venue, firstPrice?.of === priced ? firstPrice.price : undefined);
  const samples = withDefaults(typed, standard);
  const filled = filledIn(text, parsed, samples, openedAt);
  const check = useVerdict(text.trim() === "" ? undefined : filled);
  const { verdict, isStale } = check;
  const price = isStale ? undefined : verdict?.estimate?.price;
  if (price && firstPrice?.of !== priced) setFirstPrice({ of: priced, price });

  const isStrange = parsed.account !== undefined && account === undefined;
  const isStrangeStrategy = parsed.strategy !== undefined && strategies !== undefined && strategy === undefined;
  const isForStrategy = parsed.strategy !== undefined;
  const findings = [
    ...findingsOf(text, parsed),
    ...(isStrange ? [notOwned("account", parsed, t("unknown_account"))] : []),
    ...(isStrangeStrategy ? [notOwned("strategy", parsed, t("unknown_strategy"))] : []),
    // What is about the account stands with the outcome.
    ...objectionsOf(verdict?.objections ?? [], parsed, withTicker).filter(({ field }) => field !== "account"),
  ];
  const isRefused = parsed.problems.length > 0 || isStrange || isStrangeStrategy;

  return (
    <div className="flex flex-col gap-4 tablet:gap-6">
      <div className="grid grid-cols-1 items-start gap-4 tablet:gap-6 desktop:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4 tablet:gap-6">
          <Step number={1} title={t("choose")} hint={t("choose_hint")}>
            <Choices
              accounts={accounts}
              strategies={strategies ?? []}
              draft={draft}
              venue={venue}
              accountId={isStrange ? undefined : chosenFor.id}
              problems={problemsByField(parsed)}
              onChoose={choose}
            />
          </Step>
          <MessageStep message={message} findings={findings} onCopied={onCopied} />
        </div>
        <div className="flex min-w-0 flex-col gap-4 tablet:gap-6">
          <OutcomeStep
            check={check}
            problemCount={parsed.problems.length + (isStrange || isStrangeStrategy ? 1 : 0)}
            strategy={strategy}
            isInLots={venue.quantityUnit === "lots"}
            needed={samplesNeeded(parsed)}
            samples={{ ...standard, ...typed }}
            onSample={(change) => setTypedSamples({ venue: venue.name, values: { ...typed, ...change } })}
          />
          {isForStrategy ? (
            <TryStrategyStep id={strategy?.id} />
          ) : (
            <TryStep
              accounts={accounts}
              account={chosenFor}
              messageFor={({ id }) => {
                if (isRefused) return undefined;
                const ready = filledIn(text, parsed, samples, new Date());
                return isComplete(ready) ? ready.replaceAll(parsed.account ?? chosenFor.id, id) : undefined;
              }}
            />
          )}
        </div>
      </div>
      <TradingViewStep
        account={chosenFor}
        message={isRefused ? undefined : (message.corrected ?? text)}
        onCopied={onCopied}
      />
    </div>
  );
}
