import { manifestOf, VENUE_MANIFESTS, type ListedVenue, type VenueName } from "@chartrelay/contract";
import { zodResolver } from "@hookform/resolvers/zod";
import { BookOpen } from "lucide-react";
import { Suspense, useId, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";
import { useSite } from "../../core/site.ts";
import { useAppDispatch } from "../../core/thunk.ts";
import { Venue } from "../../core/trading/venue.tsx";
import { useFieldError } from "../../lib/field-error.ts";
import { placeErrors } from "../../lib/form-errors.ts";
import { log } from "../../lib/log.ts";
import { Button } from "../../ui/button.tsx";
import { FormError, TextField } from "../../ui/field.tsx";
import { late } from "../../ui/late.ts";
import { useRecentSignIn } from "../auth/index.ts";
import { saveAccounts } from "./api.ts";
import { newEntry, toPayload } from "./entry.ts";

const InstructionDialog = late(() => import("./instruction-dialog.tsx"));

const key = z.string().check(z.trim(), z.minLength(1, "required"));
const linkForm = z.object({ exchange: z.string(), apiKey: key, secretKey: key });
type LinkForm = z.infer<typeof linkForm>;

/** The API names a field by the entry's place in the list, and this list has one entry. */
const FIRST = "0.";

/** Links a first account on a broker's demo environment: the broker, two keys, and nothing else to decide. */
export function LinkAccount({ venues = VENUE_MANIFESTS }: { readonly venues?: readonly ListedVenue[] }) {
  const { t } = useTranslation(["accounts", "trading"]);
  const { offeredVenues } = useSite();
  const offered = offeredVenues?.flatMap((name) => venues.filter((venue) => venue.name === name)) ?? venues;
  const errorOf = useFieldError();
  const dispatch = useAppDispatch();
  const { withRecentSignIn, dialog } = useRecentSignIn();
  const [isInstructed, setIsInstructed] = useState(false);
  const { register, control, handleSubmit, formState, setError } = useForm<LinkForm>({
    resolver: zodResolver(linkForm),
    mode: "onTouched",
    defaultValues: { exchange: offered[0]?.name ?? "", apiKey: "", secretKey: "" },
  });
  const { errors, isSubmitting } = formState;
  const exchange = useWatch({ control, name: "exchange" }) as VenueName;
  const { texts } = manifestOf(exchange, venues);
  const hint = useId();

  async function submit(keys: LinkForm) {
    const entry = toPayload({ ...newEntry(false), ...keys, exchange: keys.exchange as VenueName });
    try {
      await withRecentSignIn(() => dispatch(saveAccounts([entry])));
    } catch (error) {
      log.error("the keys could not be saved", error);
      placeErrors(withoutPlace(error), ["exchange", "apiKey", "secretKey"], setError, t("not_saved"));
    }
  }

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(submit)(event)} className="flex flex-col gap-4">
      {offered.length > 1 && (
        <fieldset className="min-w-0">
          <legend className="mb-1 text-14 font-medium">{t("exchange")}</legend>
          <div className="flex flex-wrap gap-2">
            {offered.map(({ name }) => (
              <label
                key={name}
                className="inline-flex min-h-11 cursor-pointer items-center rounded-control border border-edge bg-surface px-3 text-14 font-medium transition-colors duration-150 hover:bg-page has-checked:border-accent has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
              >
                <input type="radio" value={name} {...register("exchange")} className="sr-only" />
                <Venue name={name} />
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <div className="grid items-start gap-4 tablet:grid-cols-2">
        <TextField
          {...register("apiKey")}
          label={t(`${texts}_key`)}
          autoComplete="off"
          spellCheck={false}
          isRequired
          className="font-mono text-14"
          error={errorOf(errors.apiKey)}
        />
        <TextField
          {...register("secretKey")}
          label={t(`${texts}_secret`)}
          type="password"
          autoComplete="off"
          spellCheck={false}
          isRequired
          className="font-mono text-14"
          error={errorOf(errors.secretKey)}
        />
      </div>
      <FormError error={errors.root ?? errors.exchange} />
      <div className="flex flex-col gap-x-4 gap-y-2 tablet:flex-row tablet:items-center">
        <Button type="submit" isBusy={isSubmitting} aria-describedby={hint}>
          {t("link_and_check")}
        </Button>
        <Button look="quiet" aria-haspopup="dialog" className="px-4 text-14" onClick={() => setIsInstructed(true)}>
          <BookOpen aria-hidden className="size-4" />
          {t("instruction")}
        </Button>
      </div>
      <p id={hint} className="text-14 text-muted">
        {t("link_hint")}
      </p>
      {dialog}
      <Suspense>
        {isInstructed && <InstructionDialog venues={offered} onClose={() => setIsInstructed(false)} />}
      </Suspense>
    </form>
  );
}

/** Returns the API's refusal of the list as a refusal of its only entry. */
function withoutPlace(error: unknown): unknown {
  if (typeof error !== "object" || error === null || !("errors" in error)) return error;
  const errors = Object.entries(error.errors as Record<string, string>);
  return {
    ...error,
    errors: Object.fromEntries(
      errors.map(([field, message]) => [field.startsWith(FIRST) ? field.slice(FIRST.length) : field, message]),
    ),
  };
}
