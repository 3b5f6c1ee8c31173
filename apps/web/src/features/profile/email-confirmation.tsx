import type { User } from "@chartrelay/contract";
import { MailWarning } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { upsertToast } from "../../core/notifications/slice.ts";
import { useAppDispatch } from "../../core/thunk.ts";
import { useTroubleToast } from "../../core/trouble-toast.ts";
import { Button } from "../../ui/button.tsx";
import { confirmEmail, resendConfirmation } from "./api.ts";

/** The name of the mailed link's token: apps/server/src/messaging/mail/render.ts. */
const TOKEN = "confirm-email";

/** Says what waits for the e-mail confirmation, resends the link, and confirms when the link opened the page. */
export function EmailConfirmation({ user }: { readonly user: User }) {
  const { t } = useTranslation("settings");
  const dispatch = useAppDispatch();
  const complain = useTroubleToast();
  const [isBusy, setIsBusy] = useState(false);
  useTokenInAddress();

  async function resend() {
    setIsBusy(true);
    try {
      await dispatch(resendConfirmation());
      dispatch(upsertToast({ id: "email", status: "success", title: t("email_resent", { email: user.email }) }));
    } catch (error) {
      complain(t("email_not_resent"), error, "email");
    }
    setIsBusy(false);
  }

  if (user.isEmailConfirmed) return null;
  return (
    <section
      aria-label={t("email_unconfirmed")}
      className="flex flex-col gap-4 card p-5 tablet:flex-row tablet:items-center tablet:gap-5"
    >
      <div className="flex min-w-0 grow items-start gap-3 tablet:gap-4">
        <MailWarning aria-hidden className="mt-0.5 size-6 shrink-0 text-warning" />
        <div className="min-w-0">
          <h2 className="text-18 font-semibold">{t("email_unconfirmed")}</h2>
          <p className="text-14 break-words text-muted">{t("email_unconfirmed_text", { email: user.email })}</p>
        </div>
      </div>
      <Button look="secondary" isBusy={isBusy} className="shrink-0 px-4 text-14" onClick={() => void resend()}>
        {t("email_resend")}
      </Button>
    </section>
  );
}

/** Confirms the address with the token in the page's address, and removes the token from it. */
function useTokenInAddress(): void {
  const { t } = useTranslation("settings");
  const dispatch = useAppDispatch();
  const complain = useTroubleToast();
  const [query, setQuery] = useSearchParams();
  const token = query.get(TOKEN);
  const taken = useRef<string>(undefined);
  useEffect(() => {
    if (token === null || token === taken.current) return;
    taken.current = token;
    setQuery(
      (before) => {
        before.delete(TOKEN);
        return before;
      },
      { replace: true },
    );
    dispatch(confirmEmail(token)).then(
      () => dispatch(upsertToast({ id: "email", status: "success", title: t("email_confirmed") })),
      (error: unknown) => complain(t("email_not_confirmed"), error, "email"),
    );
  });
}
