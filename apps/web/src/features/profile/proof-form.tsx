import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { placeErrors } from "../../lib/form-errors.ts";
import { Button } from "../../ui/button.tsx";
import { FormError } from "../../ui/field.tsx";
import { CodeField, CurrentPasswordField } from "../../ui/proof-fields.tsx";

export interface Proof {
  readonly password: string;
  readonly code: string;
}

interface ProofFormProps {
  readonly fields: readonly (keyof Proof)[];
  readonly action: string;
  readonly onProof: (proof: Proof) => Promise<void>;
  readonly otherAction?: string;
  readonly onOther?: (proof: Proof) => Promise<void>;
}

/** Asks users to prove who they are before they change how they sign in. */
export function ProofForm({ fields, action, onProof, otherAction, onOther }: ProofFormProps) {
  const { t } = useTranslation("settings");
  const form = useForm<Proof>({ mode: "onTouched", defaultValues: { password: "", code: "" } });
  const { register, handleSubmit, formState, setError } = form;
  const { errors, isSubmitting, isValid } = formState;

  const submit = (send: (proof: Proof) => Promise<void>) =>
    handleSubmit(async ({ password, code }) => {
      try {
        await send({ password, code: code.trim() });
      } catch (error) {
        placeErrors(error, fields, setError, t("failed"));
      }
    });

  return (
    <form noValidate onSubmit={(event) => void submit(onProof)(event)} className="flex max-w-96 flex-col gap-4">
      {fields.includes("password") && (
        <CurrentPasswordField
          {...register("password", { required: true })}
          label={t("current_password")}
          error={errors.password?.message}
        />
      )}
      {fields.includes("code") && (
        <CodeField
          {...register("code", { required: true })}
          label={t("code")}
          // The first code shows that the app is set up: a recovery code won't do.
          hint={fields.includes("password") && t("code_hint")}
          error={errors.code?.message}
        />
      )}
      <FormError error={errors.root} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="secondary" disabled={!isValid} isBusy={isSubmitting} className="px-4 text-14">
          {action}
        </Button>
        {otherAction !== undefined && onOther && (
          <Button
            look="danger"
            disabled={!isValid || isSubmitting}
            className="px-4 text-14"
            onClick={(event) => void submit(onOther)(event)}
          >
            {otherAction}
          </Button>
        )}
      </div>
    </form>
  );
}
