import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { ResetForm, ResetRequestForm } from "../../features/auth/index.ts";
import { useIsHydrated } from "../../lib/hydrated.ts";

/** Asks for the e-mail to send the link to or, opened by the link, for the new password. */
export function Component() {
  const { t } = useTranslation("auth");
  const [query] = useSearchParams();
  // A prerendered page has no token.
  const token = useIsHydrated() ? query.get("token") : null;
  return (
    <div className="mx-auto flex w-full max-w-[440px] flex-col gap-5 px-4 py-12">
      <h1 className="text-28 font-semibold">{t(token === null ? "reset_title" : "reset_new_title")}</h1>
      <div className="card p-6">{token === null ? <ResetRequestForm /> : <ResetForm token={token} />}</div>
    </div>
  );
}
