import { useId, type ReactNode } from "react";

interface SwitchProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly isOn: boolean;
  readonly onChange?: (isOn: boolean) => void;
  /** It can't be changed, and its hint should say why. */
  readonly isLocked?: boolean;
}

/** A setting that turns on or off immediately. */
export function Switch({ label, hint, isOn, onChange, isLocked = false }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex min-h-11 items-start justify-between gap-4 py-2">
      <div>
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-14 text-muted">
            {hint}
          </p>
        )}
      </div>
      <span className="relative h-7 w-12 shrink-0">
        <input
          id={id}
          type="checkbox"
          role="switch"
          checked={isOn}
          aria-checked={isOn}
          disabled={isLocked}
          onChange={({ target }) => onChange?.(target.checked)}
          aria-describedby={hint ? `${id}-hint` : undefined}
          className="peer absolute -top-2 -left-2 z-10 h-11 w-16 cursor-pointer opacity-0 disabled:cursor-not-allowed"
        />
        <span
          aria-hidden
          className="block size-full rounded-full border border-edge bg-page transition-colors duration-150 peer-checked:border-accent peer-checked:bg-accent peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent peer-disabled:opacity-60"
        />
        <span
          aria-hidden
          className="absolute top-1 left-1 block size-5 rounded-full bg-edge transition-transform duration-150 peer-checked:translate-x-5 peer-checked:bg-on-accent peer-disabled:opacity-60"
        />
      </span>
    </div>
  );
}
