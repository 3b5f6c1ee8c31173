import { FIRST_STEPS, type FirstStep, type FirstSteps as Steps } from "@chartrelay/contract";
import { EyeOff } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSelector } from "react-redux";
import { useLive } from "../../core/live/live.tsx";
import { useAppDispatch } from "../../core/thunk.ts";
import { useTroubleToast } from "../../core/trouble-toast.ts";
import { log } from "../../lib/log.ts";
import { Button } from "../../ui/button.tsx";
import { loadAccounts, selectAccounts } from "../accounts/index.ts";
import { AllDone } from "./all-done.tsx";
import { Progress } from "./progress.tsx";
import { StepRow } from "./step-row.tsx";
import { useFirstSteps } from "./use-first-steps.ts";

/**
 * The checklist for somebody who has just registered. `given` is what the page has loaded: see `loadFirstSteps`. Needs
 * the texts `first-steps`, `accounts`, `orders`, `trading`, `reasons` and `validation`.
 */
export function FirstSteps({ given }: { readonly given: Steps | undefined }) {
  const { steps, next, report } = useFirstSteps(given);
  const [isCelebrated, setIsCelebrated] = useState(false);
  const isNews = steps !== undefined && next === undefined && !steps.isFinished && !steps.isHidden;
  // Once reported it is finished, and would be gone before anybody has read it.
  if (isNews && !isCelebrated) setIsCelebrated(true);
  useEffect(() => {
    if (isNews) report("finished").catch((error: unknown) => log.warn("the end could not be reported", error));
  }, [isNews, report]);

  if (isCelebrated) return <AllDone onClose={() => setIsCelebrated(false)} />;
  if (!steps || next === undefined || steps.isFinished) return null;
  return <Checklist done={steps.done} next={next} isHidden={steps.isHidden} onReport={report} />;
}

interface ChecklistProps {
  readonly done: Steps["done"];
  readonly next: FirstStep;
  readonly isHidden: boolean;
  readonly onReport: (what: "hidden" | "shown") => Promise<void>;
}

function Checklist({ done, next, isHidden, onReport }: ChecklistProps) {
  const { t } = useTranslation("first-steps");
  const complain = useTroubleToast();
  const accounts = useAccounts(isHidden);
  const { list, heading } = useFocusOnNext(next);

  async function change() {
    try {
      await onReport(isHidden ? "shown" : "hidden");
    } catch (error) {
      complain(t("not_changed"), error, "first-steps");
    }
  }

  return (
    <section id="first-steps" aria-labelledby="first-steps-title" className="scroll-mt-24 card">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 tablet:px-5">
        <h2 id="first-steps-title" className="text-18 font-semibold">
          {t("title")}
        </h2>
        <Progress done={done.length} className="ml-auto" />
        {/* The same button for both, so that the focus stays on it. */}
        <Button look="quiet" className="-mr-2 min-w-11 px-3 text-14" onClick={() => void change()}>
          {!isHidden && <EyeOff aria-hidden className="size-4" />}
          <span className={isHidden ? undefined : "sr-only tablet:not-sr-only"}>{t(isHidden ? "show" : "hide")}</span>
        </Button>
      </div>
      {!isHidden && (
        <ol ref={list} className="flex flex-col border-t border-line p-2">
          {FIRST_STEPS.map((step, index) => (
            <StepRow
              key={step}
              step={step}
              number={index + 1}
              state={done.includes(step) ? "done" : step === next ? "next" : "open"}
              accounts={accounts}
              heading={step === next ? heading : undefined}
            />
          ))}
        </ol>
      )}
    </section>
  );
}

/** Returns the user's accounts, kept up to date; undefined until they are loaded. */
function useAccounts(isHidden: boolean) {
  const accounts = useSelector(selectAccounts);
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (!isHidden && !accounts) void dispatch(loadAccounts());
  }, [accounts, dispatch, isHidden]);
  useLive({ onEvent: (topic) => topic === "account" && !isHidden && void dispatch(loadAccounts()) });
  return accounts;
}

/** What had the focus may be gone with the step that was just done: then the next step gets it. */
function useFocusOnNext(next: FirstStep) {
  const list = useRef<HTMLOListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const focused = useRef<Element>(null);
  const shown = useRef(next);
  useEffect(() => {
    const keep = () =>
      (focused.current = list.current?.contains(document.activeElement) ? document.activeElement : null);
    document.addEventListener("focusin", keep);
    return () => document.removeEventListener("focusin", keep);
  }, []);
  useLayoutEffect(() => {
    const isLost = focused.current !== null && !focused.current.isConnected;
    if (shown.current !== next && isLost) heading.current?.focus();
    shown.current = next;
  }, [next]);
  return { list, heading };
}
