import { FIGURES_PLACE } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { useSite } from "../../core/site.ts";
import { PageTitle } from "../../ui/page-title.tsx";

/** Whether the service works. The server inserts the figures at each request: app/site/figures.tsx. */
export function Component() {
  const { t } = useTranslation("status");
  const { brand } = useSite();
  return (
    <div className="container-page py-12">
      <PageTitle>{t("title")}</PageTitle>
      <p className="mt-4 max-w-[68ch] text-18 text-muted">{t("lead", { brand })}</p>
      <div dangerouslySetInnerHTML={{ __html: FIGURES_PLACE }} />
    </div>
  );
}
