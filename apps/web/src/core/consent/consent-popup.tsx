import { Suspense, useEffect, useRef, useState } from "react";
import { useTexts } from "../../lib/texts.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { ALL_CATEGORIES, isAskedAgain, ONLY_BASIC, type Categories } from "./consent.ts";
import { late } from "../../ui/late.ts";

/** How long the popup takes to close: specification, section 9. */
const CLOSING_MS = 300;

const Settings = late(() => import("./consent-settings.tsx"));

interface ConsentPopupProps {
  readonly onDecided: (categories: Categories) => void;
}

/** Asks what the visitor allows: everything at once, or by category. Refusing is as easy as accepting. */
export default function ConsentPopup({ onDecided }: ConsentPopupProps) {
  const { t } = useTexts("consent");
  const [hasSettings, setHasSettings] = useState(false);
  const [decision, setDecision] = useState<Categories>();

  const popup = useRef<HTMLElement>(null);

  useEffect(() => {
    if (isAskedAgain()) popup.current?.focus();
  }, []);

  /** The clicked button disappears, so keyboard users continue from the start of the popup. */
  function show(areSettings: boolean) {
    setHasSettings(areSettings);
    popup.current?.focus();
  }

  useEffect(() => {
    if (!decision) return undefined;
    const timer = setTimeout(() => onDecided(decision), CLOSING_MS);
    return () => clearTimeout(timer);
  }, [decision, onDecided]);

  return (
    <section
      ref={popup}
      tabIndex={-1}
      aria-labelledby="consent-title"
      className={classNames(
        "fixed inset-x-4 bottom-4 z-30 ml-auto max-h-[calc(100dvh-6rem)] max-w-[420px] overflow-y-auto card p-5 shadow-card",
        decision ? "animate-popup-out" : "animate-rise",
      )}
    >
      <h2 id="consent-title" className="text-18 font-semibold">
        {t("title")}
      </h2>
      {hasSettings ? (
        <Suspense>
          <Settings onSave={setDecision} onBack={() => show(false)} />
        </Suspense>
      ) : (
        <>
          <p className="mt-2 text-14 text-muted">
            {t("short")}{" "}
            <a href="/privacy" target="_blank" rel="noreferrer" className="link">
              {t("policy")}
            </a>
          </p>
          <div className="mt-4 flex flex-wrap gap-2">
            <Button className="grow" onClick={() => setDecision(ALL_CATEGORIES)}>
              {t("accept_all")}
            </Button>
            <Button look="secondary" className="grow" onClick={() => setDecision(ONLY_BASIC)}>
              {t("only_basic")}
            </Button>
            <Button look="quiet" className="grow" onClick={() => show(true)}>
              {t("settings")}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
