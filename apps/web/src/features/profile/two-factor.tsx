import type { TwoFactorSetup } from "@chartrelay/contract";
import { Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAppDispatch } from "../../core/thunk.ts";
import { useLoaded } from "../../core/use-loaded.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Identifier } from "../../ui/identifier.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { late } from "../../ui/late.ts";
import { OnItsWay, Skeleton } from "../../ui/skeleton.tsx";
import { disableTwoFactor, enableTwoFactor, fetchTwoFactor, renewRecoveryCodes, setUpTwoFactor } from "./api.ts";
import { ProofForm } from "./proof-form.tsx";

const QrCode = late(() => import("./qr-code.tsx"));

/** What is under way: a setup that waits for its first code, or codes that are shown only once. */
type Step = { readonly setup: TwoFactorSetup } | { readonly codes: readonly string[] };

/** The second factor: setting it up, turning it off, and its recovery codes. */
export function TwoFactor() {
  const { t } = useTranslation("settings");
  const dispatch = useAppDispatch();
  const { value: state, error, reload } = useLoaded(fetchTwoFactor);
  const [step, setStep] = useState<Step>();
  const place = useRef<HTMLDivElement>(null);
  const [moves, setMoves] = useState(0);
  // The pressed button is no longer there: keyboard and screen-reader users continue with what replaced it.
  useEffect(() => {
    if (moves > 0) place.current?.focus();
  }, [moves]);

  function moveTo(next: Step | undefined) {
    setStep(next);
    setMoves((count) => count + 1);
  }
  const showCodes = ({ codes }: { readonly codes: readonly string[] }) => {
    moveTo({ codes });
    reload();
  };

  function content() {
    if (step && "codes" in step) return <RecoveryCodes codes={step.codes} onDone={() => moveTo(undefined)} />;
    if (step) {
      return <FirstCode setup={step.setup} onCode={async (code) => showCodes(await dispatch(enableTwoFactor(code)))} />;
    }
    if (error !== undefined) return <LoadFailed error={error} onRetry={reload} />;
    if (!state) {
      return (
        <OnItsWay className="flex flex-col gap-4">
          <Skeleton className="h-5 w-64 max-w-full" />
          <Skeleton className="mt-6 h-11" />
          <Skeleton className="h-11 w-32" />
        </OnItsWay>
      );
    }
    if (!state.isEnabled) {
      return (
        <>
          <p className="text-14 text-muted">{t("two_factor_off")}</p>
          <ProofForm
            key="setup"
            fields={["password"]}
            action={t("two_factor_set_up")}
            onProof={async ({ password }) => moveTo({ setup: await dispatch(setUpTwoFactor(password)) })}
          />
        </>
      );
    }
    return (
      <>
        <p className="text-14">
          <span className="font-medium text-ok">{t("two_factor_on")}</span>{" "}
          <span className="text-muted">{t("codes_left", { count: state.recoveryCodesLeft })}</span>
        </p>
        <ProofForm
          key="manage"
          fields={["password", "code"]}
          action={t("codes_renew")}
          onProof={async (proof) => showCodes(await dispatch(renewRecoveryCodes(proof)))}
          otherAction={t("two_factor_turn_off")}
          onOther={async (proof) => {
            await dispatch(disableTwoFactor(proof));
            moveTo(undefined);
            reload();
          }}
        />
      </>
    );
  }

  return (
    <div ref={place} role="group" aria-label={t("two_factor")} tabIndex={-1} className="flex flex-col gap-4">
      {content()}
    </div>
  );
}

function FirstCode({
  setup,
  onCode,
}: {
  readonly setup: TwoFactorSetup;
  readonly onCode: (code: string) => Promise<void>;
}) {
  const { t } = useTranslation("settings");
  return (
    <>
      <p className="text-14">{t("scan")}</p>
      <div className="flex flex-col gap-4 tablet:flex-row tablet:items-start tablet:gap-6">
        <Suspense fallback={<Skeleton className="size-48 shrink-0" />}>
          <QrCode text={setup.uri} label={t("qr")} />
        </Suspense>
        <div className="flex min-w-0 grow flex-col gap-4">
          <div>
            <p className="text-14 text-muted">{t("type_instead")}</p>
            <Identifier id={setup.secret} copyLabel={t("copy_secret")} />
          </div>
          <ProofForm fields={["code"]} action={t("two_factor_turn_on")} onProof={({ code }) => onCode(code)} />
        </div>
      </div>
    </>
  );
}

function RecoveryCodes({ codes, onDone }: { readonly codes: readonly string[]; readonly onDone: () => void }) {
  const { t } = useTranslation("settings");
  return (
    <>
      <p className="text-14">{t("codes_once")}</p>
      <div className="flex items-start rounded-control border border-line bg-page">
        <ul
          aria-label={t("recovery_codes")}
          className="grid grow gap-x-4 p-3 font-mono text-14 tabular tablet:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <CopyButton text={codes.join("\n")} label={t("copy_codes")} />
      </div>
      <Button className="self-start px-4 text-14" onClick={onDone}>
        {t("codes_kept")}
      </Button>
    </>
  );
}
