import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { classNames } from "../../ui/class-names.ts";

interface StrengthMeterProps {
  readonly password: string;
  /** What an attacker knows about the user, such as name and e-mail. */
  readonly ownWords: readonly string[];
}

const COLORS = ["bg-error", "bg-error", "bg-warning", "bg-ok", "bg-ok"] as const;

/** Shows how hard a password is to guess. It only advises: the rule is the length. */
export function StrengthMeter({ password, ownWords }: StrengthMeterProps) {
  const { t } = useTranslation("auth");
  const strength = useStrength(password, ownWords.join(" "));
  if (password === "") return null;
  const filled = strength === undefined ? 0 : Math.max(strength, 1);
  // It takes its full height before it has something to say: what is below must not move under a click.
  return (
    <div className="flex flex-col gap-1.5" aria-live="polite">
      <span aria-hidden className="grid grid-cols-4 gap-1">
        {[1, 2, 3, 4].map((step) => (
          <span
            key={step}
            className={classNames("h-1 rounded-full", step <= filled ? COLORS[strength ?? 0] : "bg-line")}
          />
        ))}
      </span>
      <span className="min-h-5 text-14 text-muted">{strength !== undefined && t(`strength_${strength}`)}</span>
    </div>
  );
}

/** Returns the estimate; undefined until it is ready. */
function useStrength(password: string, words: string): 0 | 1 | 2 | 3 | 4 | undefined {
  const [strength, setStrength] = useState<0 | 1 | 2 | 3 | 4>();
  useEffect(() => {
    let isCurrent = true;
    const estimate = async () => {
      const { strengthOf } = await import("./password-strength.ts");
      if (isCurrent) setStrength(strengthOf(password, words.split(/[\s@.]+/).filter(Boolean)));
    };
    if (password !== "") void estimate();
    return () => void (isCurrent = false);
  }, [password, words]);
  return strength;
}
