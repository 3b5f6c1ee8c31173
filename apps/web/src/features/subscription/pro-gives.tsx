import { Check } from "lucide-react";
import { useTranslation } from "react-i18next";

const FEATURES = ["pro_1", "pro_2", "pro_3"] as const;

/** What PRO gives, as on its card among the tariffs. */
export function ProGives({ className = "" }: { readonly className?: string }) {
  const { t } = useTranslation("tariffs");
  return (
    <ul className={`flex flex-col gap-2 text-14 ${className}`}>
      {FEATURES.map((feature) => (
        <li key={feature} className="flex gap-2">
          <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />
          {t(feature)}
        </li>
      ))}
    </ul>
  );
}
