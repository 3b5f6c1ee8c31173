/** The cards along the hero's rail. A message has the same words in any language, an order has the product's. */
import { ArrowUp, Check } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useSite } from "../../core/site.ts";
import { Mark } from "../../ui/mark.tsx";

const CARD = "flex h-full flex-col rounded-control border border-line bg-page p-4";

export function AlertChart() {
  const { t } = useTranslation("landing");
  return (
    <div className={CARD}>
      <p className="flex items-baseline justify-between text-14">
        <span className="font-semibold">SBER · 5m</span>
        <span className="font-mono tabular">271.84</span>
      </p>
      <svg aria-hidden viewBox="0 0 220 104" className="my-auto w-full" fill="none" strokeLinejoin="round">
        <path d="M0 20H220M0 52H220M0 84H220" className="stroke-line" />
        <path
          d="M0 78C40 74 60 70 92 66S150 56 220 34"
          className="stroke-muted"
          strokeDasharray="3 4"
          strokeWidth="1.5"
        />
        <path
          d="M0 66L14 72 26 62 40 80 54 74 68 88 82 82 96 92 110 78 122 84 136 62 146 66 158 48 172 54 186 36 198 40 220 18"
          className="stroke-accent"
          strokeWidth="2"
          strokeLinecap="round"
        />
        <circle cx="136" cy="62" r="9" className="fill-accent/20" />
        <circle cx="136" cy="62" r="4" className="fill-accent" />
        <path d="M136 76l7 9h-4.500v11h-5v-11H129z" className="fill-ok" />
      </svg>
      <p className="text-14 text-muted">{t("scene_strategy")}</p>
    </div>
  );
}

const MESSAGE = [
  ["account", '"k7Qm…x2Fd"'],
  ["ticker", '"SBER"'],
  ["direction", '"buy"'],
  ["type", '"market"'],
  ["contracts", "10"],
] as const;

export function MessageCard() {
  return (
    <pre className={`${CARD} justify-center overflow-hidden font-mono text-14`}>
      <code className="leading-6">
        {"{\n"}
        {MESSAGE.map(([name, value], index) => (
          <span key={name}>
            {"  "}
            <span className="text-muted">{`"${name}"`}</span>
            {": "}
            <span className={value.startsWith('"') ? "text-ok" : "text-accent"}>{value}</span>
            {index < MESSAGE.length - 1 && ","}
            {"\n"}
          </span>
        ))}
        {"}"}
      </code>
    </pre>
  );
}

export function OrderCard() {
  const { t } = useTranslation(["landing", "trading"]);
  return (
    <div className={CARD}>
      <p className="flex items-center gap-2 text-22 font-semibold">
        <span className="inline-flex items-center gap-1 text-ok">
          <ArrowUp aria-hidden className="size-5" />
          {t("BUY", { ns: "trading" })}
        </span>
        <span>10 SBER</span>
      </p>
      <p className="mt-2 inline-flex items-center gap-1.5 self-start rounded-full border border-ok px-2.5 py-0.5 text-12 font-semibold text-ok">
        <Check aria-hidden className="size-3.5" />
        {t("CREATED", { ns: "trading" })}
      </p>
      <dl className="mt-auto grid gap-1 pt-4 text-14">
        <div className="flex justify-between gap-3">
          <dt className="text-muted">{t("scene_type")}</dt>
          <dd>{t("MARKET", { ns: "trading" })}</dd>
        </div>
        <div className="flex justify-between gap-3">
          <dt className="text-muted">{t("scene_number")}</dt>
          <dd className="font-mono">18995978560</dd>
        </div>
      </dl>
      <p className="mt-1 text-14 text-muted">
        {t("account_demo", { ns: "trading", account: `${t("ALOR_BROKER", { ns: "trading" })} ··2345` })}
      </p>
    </div>
  );
}

export function TelegramCard() {
  const { t } = useTranslation("landing");
  const { brand } = useSite();
  return (
    <div className={CARD}>
      <p className="flex items-center gap-2 text-14 font-semibold">
        <span className="inline-flex size-7 items-center justify-center rounded-full bg-accent text-on-accent">
          <Mark className="size-4" />
        </span>
        {brand}
      </p>
      <div className="mt-3 rounded-card rounded-tl-none bg-accent-soft p-3 text-14">
        <p className="font-semibold">{t("scene_accepted")}</p>
        <p>{t("scene_answer")}</p>
        <p className="mt-1 text-right text-12 text-muted tabular">14:05</p>
      </div>
    </div>
  );
}
