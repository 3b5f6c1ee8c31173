import { PAGES } from "@chartrelay/contract";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useSite } from "../core/site.ts";

/** Keeps the document's title in step with the page at `path`. The first title came with the page. */
export function useTitle(path: string): void {
  const { t } = useTranslation("titles");
  const { brand } = useSite();
  const title = t(PAGES.find((page) => page === path) ?? "not_found", { brand });
  useEffect(() => {
    document.title = title;
  }, [title]);
}
