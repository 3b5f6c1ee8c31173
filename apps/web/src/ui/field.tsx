import { Eye, EyeOff } from "lucide-react";
import { useId, useState, type ComponentProps, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "./button.tsx";
import { classNames } from "./class-names.ts";

interface FieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** What is wrong, in the reader's words. */
  readonly error?: string | undefined;
  readonly isRequired?: boolean;
  /** Renders the control with the attributes that tie it to label, hint and error. */
  readonly children: (control: ControlProps) => ReactNode;
}

/** The attributes that tie a control to its field. */
interface ControlProps {
  readonly id: string;
  readonly "aria-invalid": boolean | undefined;
  readonly "aria-describedby": string | undefined;
  readonly "aria-required": boolean | undefined;
}

/** A control with its label, its hint and its error. */
export function Field({ label, hint, error, isRequired = false, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = [hint && hintId, error && errorId].filter(Boolean).join(" ");
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-14 font-medium">
        {label}
        {isRequired && (
          <span aria-hidden className="text-error">
            {" *"}
          </span>
        )}
      </label>
      {children({
        id,
        "aria-invalid": error === undefined ? undefined : true,
        "aria-describedby": described || undefined,
        "aria-required": isRequired || undefined,
      })}
      {hint && (
        <p id={hintId} className="text-14 text-muted">
          {hint}
        </p>
      )}
      <p id={errorId} role={error === undefined ? undefined : "alert"} className="text-14 text-error empty:hidden">
        {error}
      </p>
    </div>
  );
}

/** What is wrong with a form as a whole, shown above its button. */
export function FormError({ error }: { readonly error: { readonly message?: string | undefined } | undefined }) {
  return (
    <p role="alert" className="text-14 text-error empty:hidden">
      {error?.message}
    </p>
  );
}

interface TextFieldProps extends Omit<ComponentProps<"input">, "children" | "required"> {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly isRequired?: boolean;
}

/** A line of text; with the type `password` it can be shown. */
export function TextField({ label, hint, error, isRequired = false, type = "text", ...input }: TextFieldProps) {
  const Input = type === "password" ? PasswordInput : TextInput;
  return (
    <Field label={label} hint={hint} error={error} isRequired={isRequired}>
      {(control) => <Input {...input} {...control} {...(type !== "password" && { type })} />}
    </Field>
  );
}

function TextInput({ className, ...input }: ComponentProps<"input">) {
  return <input {...input} className={classNames("control", className)} />;
}

function PasswordInput(input: ComponentProps<"input">) {
  const { t } = useTranslation("ui");
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <span className="relative block">
      {/* Analytics must never see what is typed here: docs/security.md, Sources. */}
      <TextInput {...input} type={isShown ? "text" : "password"} className="ym-disable-keys pr-11" />
      <IconButton
        label={t(isShown ? "hide_password" : "show_password")}
        aria-pressed={isShown}
        disabled={input.disabled}
        onClick={() => setIsShown(!isShown)}
        className="absolute inset-y-0 right-0"
      >
        <Icon aria-hidden className="size-5" />
      </IconButton>
    </span>
  );
}
