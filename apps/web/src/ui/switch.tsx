import { Switch as Radix } from "radix-ui";
import { useId, type ReactNode } from "react";

interface SwitchProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly isOn: boolean;
  readonly onChange?: (isOn: boolean) => void;
  /** It stays as it is, and its hint should say why. */
  readonly isLocked?: boolean;
}

/** Something that is on or off at once. */
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
      <Radix.Root
        id={id}
        checked={isOn}
        disabled={isLocked}
        {...(onChange && { onCheckedChange: onChange })}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="relative h-7 w-12 shrink-0 rounded-full border border-edge bg-page transition-colors duration-150 after:absolute after:-inset-2 data-[disabled]:opacity-60 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
      >
        <Radix.Thumb className="block size-5 translate-x-1 rounded-full bg-edge transition-transform duration-150 data-[state=checked]:translate-x-[22px] data-[state=checked]:bg-on-accent" />
      </Radix.Root>
    </div>
  );
}
