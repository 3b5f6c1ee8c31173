import { signupPayload, type DocumentId } from "@chartrelay/contract";
import { zodResolver } from "@hookform/resolvers/zod";
import type { ReactNode } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
// Imported by its own path: the index would put it into what every page loads first.
import { Trans } from "react-i18next/TransWithoutContext";
import { Link } from "react-router";
import * as z from "zod/mini";
import { signUp } from "../../core/session/sign-in.ts";
import { useAppDispatch } from "../../core/thunk.ts";
import { useFieldError } from "../../lib/field-error.ts";
import { placeErrors } from "../../lib/form-errors.ts";
import { Button } from "../../ui/button.tsx";
import { CheckField } from "../../ui/check-field.tsx";
import { FormError, TextField } from "../../ui/field.tsx";
import { useLeadOn } from "./lead-on.ts";
import { StrengthMeter } from "./strength-meter.tsx";

const accepted = z.boolean().check(z.refine((isTicked) => isTicked, "consent_required"));
/** The API's own rules, and the two consents: each is given separately, and neither in advance. */
const registrationForm = z.safeExtend(signupPayload, { offer: accepted, personalData: accepted });
type RegistrationForm = z.infer<typeof registrationForm>;

const FIELDS = ["fullName", "email", "password", "confirmPassword"] as const;
const ACCEPTED: readonly DocumentId[] = ["offer", "personal-data"];
const EMPTY = { fullName: "", email: "", password: "", confirmPassword: "", offer: false, personalData: false };

/** Signs up, and redirects. */
export function RegistrationForm({ onSubmit }: { readonly onSubmit?: () => void }) {
  const { t, i18n } = useTranslation("auth");
  const errorOf = useFieldError();
  const dispatch = useAppDispatch();
  const leadOn = useLeadOn();
  const { register, handleSubmit, formState, setError, trigger, control } = useForm<RegistrationForm>({
    resolver: zodResolver(registrationForm),
    mode: "onTouched",
    defaultValues: EMPTY,
  });
  const { errors, isSubmitting, isValid, touchedFields } = formState;
  const [password, email, fullName] = useWatch({ control, name: ["password", "email", "fullName"] });

  async function submit({ offer: _, personalData: __, ...payload }: RegistrationForm) {
    onSubmit?.();
    try {
      await dispatch(signUp({ ...payload, acceptedDocuments: [...ACCEPTED] }));
    } catch (error) {
      return placeErrors(error, FIELDS, setError, t("signup_failed"));
    }
    return leadOn();
  }

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(submit)(event)} className="flex flex-col gap-4">
      <TextField
        {...register("fullName")}
        label={t("full_name")}
        autoComplete="name"
        isRequired
        error={errorOf(errors.fullName)}
      />
      <TextField
        {...register("email")}
        label={t("email")}
        type="email"
        autoComplete="username"
        inputMode="email"
        isRequired
        error={errorOf(errors.email)}
      />
      <div className="flex flex-col gap-2">
        <TextField
          {...register("password", {
            onChange: () => touchedFields.confirmPassword && void trigger("confirmPassword"),
          })}
          label={t("password")}
          type="password"
          autoComplete="new-password"
          isRequired
          error={errorOf(errors.password)}
        />
        <StrengthMeter password={password} ownWords={[email, fullName]} />
      </div>
      <TextField
        {...register("confirmPassword")}
        label={t("confirm_password")}
        type="password"
        autoComplete="new-password"
        isRequired
        error={errorOf(errors.confirmPassword)}
      />
      <div>
        <CheckField
          {...register("offer")}
          label={<Trans t={t} i18n={i18n} i18nKey="accept_offer" components={{ offer: <NewTab to="/offer" /> }} />}
          error={errorOf(errors.offer)}
        />
        <CheckField
          {...register("personalData")}
          label={
            <Trans
              t={t}
              i18n={i18n}
              i18nKey="accept_privacy"
              components={{ consent: <NewTab to="/personal-data" />, privacy: <NewTab to="/privacy" /> }}
            />
          }
          error={errorOf(errors.personalData)}
        />
      </div>
      <FormError error={errors.root} />
      <Button type="submit" disabled={!isValid && !errors.root} isBusy={isSubmitting}>
        {t("sign_up")}
      </Button>
    </form>
  );
}

/** Opens a document beside a half-filled form. Its words come from the surrounding text. */
function NewTab({ to, children }: { readonly to: string; readonly children?: ReactNode }) {
  return (
    <Link to={to} target="_blank" rel="noopener" className="link">
      {children}
    </Link>
  );
}
