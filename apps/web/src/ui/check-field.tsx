import { useId, type ComponentProps, type ReactNode } from "react";

interface CheckFieldProps extends Omit<ComponentProps<"input">, "children" | "type"> {
  readonly label: ReactNode;
  readonly error?: string | undefined;
}

/** A checkbox with a label that may contain links. */
export function CheckField({ label, error, ...input }: CheckFieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className="flex flex-col">
      <span className="flex min-h-11 items-start gap-3 py-2">
        <input
          {...input}
          id={id}
          type="checkbox"
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : errorId}
          className="mt-0.5 choice"
        />
        <label htmlFor={id} className="text-14">
          {label}
        </label>
      </span>
      <p
        id={errorId}
        role={error === undefined ? undefined : "alert"}
        className="-mt-1 mb-2 pl-8 text-14 text-error empty:hidden"
      >
        {error}
      </p>
    </div>
  );
}
