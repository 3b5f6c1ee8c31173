import type { Reason } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { REASON_GROUPS } from "./reason-groups.ts";

/** Every reason code with what happened and what to do. The code is its anchor: `/faq#EXPIRED`. */
export function Reasons() {
  const { t } = useTranslation("faq");
  return (
    <div className="mt-8 flex flex-col gap-10">
      {REASON_GROUPS.map(({ title, reasons }) => (
        <section key={title} aria-labelledby={`${title}-title`}>
          <h3 id={`${title}-title`} className="text-18 font-semibold">
            {t(title)}
          </h3>
          <dl className="mt-3 border-t border-line">
            {reasons.map((reason) => (
              <ReasonEntry key={reason} reason={reason} />
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

function ReasonEntry({ reason }: { readonly reason: Reason }) {
  const { t, i18n } = useTranslation(["faq", "reasons", "faq-reasons"]);
  const isMoreToDo = i18n.exists(reason, { ns: "faq-reasons" });
  return (
    <div
      id={reason}
      className="grid scroll-mt-4 gap-x-6 gap-y-1 border-b border-line py-4 target:rounded-control target:bg-accent-soft target:px-4 desktop:grid-cols-[260px_minmax(0,1fr)]"
    >
      <dt className="font-mono text-14 leading-6 [overflow-wrap:anywhere]">{reason}</dt>
      <dd>
        <p>{t(`reasons:${reason}`)}</p>
        {isMoreToDo && <p className="mt-1 text-muted">{t(`faq-reasons:${reason as "EXPIRED"}`)}</p>}
      </dd>
    </div>
  );
}
