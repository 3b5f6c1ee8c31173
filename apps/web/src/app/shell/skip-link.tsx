import { useTranslation } from "react-i18next";

/** The first stop of the Tab key: skips the header. */
export function SkipLink() {
  const { t } = useTranslation("shell");
  return (
    <a
      href="#content"
      className="fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-accent px-4 py-3 text-on-accent focus:translate-y-0"
    >
      {t("to_content")}
    </a>
  );
}
