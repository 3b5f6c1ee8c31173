import { Check, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { CopyButton } from "../../ui/copy-button.tsx";
import { PicturedStep } from "../../ui/pictured-step.tsx";
import { AlertWindow, ChartWindow, Choice, Pasted, Picture, Row, Tick } from "./picture.tsx";

export interface AlertGuideProps {
  /** What to paste into the alert. */
  readonly message: string;
  /** The webhook's address. */
  readonly address: string;
  /** Whether both are the reader's own, to be copied; otherwise they are an example. */
  readonly isOwn?: boolean;
  readonly onMessageCopied?: (() => void) | undefined;
  /** What else there is to say about the message. */
  readonly aboutMessage?: ReactNode;
  /** One level below the heading above the guide. */
  readonly heading?: "h2" | "h3";
}

const STEPS = ["open", "condition", "expiration", "message", "webhook"] as const;
type Step = (typeof STEPS)[number];

/** How to set up the alert in TradingView, step by step, with a drawing of its window at each. */
export function AlertGuide(props: AlertGuideProps) {
  const { message, address, isOwn = false, onMessageCopied, aboutMessage, heading: Heading = "h3" } = props;
  const { t } = useTranslation("tradingview");
  const pictures: Readonly<Record<Step, ReactNode>> = {
    open: <ChartWindow />,
    condition: <SettingsTab marked="condition" />,
    expiration: <SettingsTab marked="expiration" />,
    message: (
      <AlertWindow tab="message">
        <span className="text-muted">{t("ui_message")}</span>
        <Pasted isMarked>{message}</Pasted>
      </AlertWindow>
    ),
    webhook: <NotificationsTab address={address} />,
  };
  return (
    <div className="flex flex-col gap-8">
      <Notes heading={Heading} title={t("needs")}>
        {[t("needs_plan"), t("needs_two_factor"), t("needs_strategy")]}
      </Notes>
      <ol className="flex flex-col gap-8">
        {STEPS.map((step, index) => (
          <PicturedStep
            key={step}
            number={index + 1}
            isLarge
            picture={<Picture alt={t(`${step}_picture`)}>{pictures[step]}</Picture>}
          >
            <Heading className="font-semibold">{t(step)}</Heading>
            <p className="text-muted">{t(`${step}_text`)}</p>
            {isOwn && step === "message" && (
              <>
                <ToCopy text={message} label={t("copy_message")} onCopied={onMessageCopied} />
                {aboutMessage}
              </>
            )}
            {isOwn && step === "webhook" && <ToCopy text={address} label={t("copy_webhook")} />}
            {isOwn && step === "webhook" && !isReachable(address) && (
              <p className="flex gap-2 text-14 text-warning">
                <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
                {t("unreachable")}
              </p>
            )}
          </PicturedStep>
        ))}
      </ol>
      <Notes heading={Heading} title={t("after")}>
        {[t("after_copy"), t("after_limit"), t("after_moves")]}
      </Notes>
    </div>
  );
}

function SettingsTab({ marked }: { readonly marked: "condition" | "expiration" }) {
  const { t } = useTranslation("tradingview");
  return (
    <AlertWindow tab="settings">
      <Row label={t("ui_condition")}>
        <Choice isMarked={marked === "condition"}>{t("ui_strategy")}</Choice>
        <Choice>{t("ui_fills")}</Choice>
      </Row>
      <Row label={t("ui_expiration")}>
        <Choice isMarked={marked === "expiration"}>{t("ui_open_ended")}</Choice>
      </Row>
    </AlertWindow>
  );
}

function NotificationsTab({ address }: { readonly address: string }) {
  const { t } = useTranslation("tradingview");
  return (
    <AlertWindow tab="notifications" isLast>
      <Tick label={t("ui_app")} isOn />
      <Tick label={t("ui_toast")} />
      <Tick label={t("ui_email")} />
      <Tick label={t("ui_webhook")} isOn isMarked />
      <Pasted isMarked>{address}</Pasted>
      <Tick label={t("ui_sound")} />
    </AlertWindow>
  );
}

interface ToCopyProps {
  readonly text: string;
  readonly label: string;
  readonly onCopied?: (() => void) | undefined;
}

/** A text to paste into TradingView; the drawing beside it shows it in full. */
function ToCopy({ text, label, onCopied }: ToCopyProps) {
  return (
    <div className="flex items-center rounded-control border border-line bg-page pl-3">
      <code className="min-w-0 grow truncate font-mono text-12">{text.replaceAll(/\s+/g, " ")}</code>
      <CopyButton text={text} label={label} onCopied={onCopied} />
    </div>
  );
}

interface NotesProps {
  readonly heading: "h2" | "h3";
  readonly title: string;
  readonly children: readonly string[];
}

function Notes({ heading: Heading, title, children }: NotesProps) {
  return (
    <section className="flex flex-col gap-2">
      <Heading className="font-semibold">{title}</Heading>
      <ul className="flex flex-col gap-1.5 text-muted">
        {children.map((note) => (
          <li key={note} className="flex gap-2">
            <Check aria-hidden className="mt-1 size-4 shrink-0 text-accent" />
            {note}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Whether TradingView can post there: only to ports 80 and 443, of a host that isn't the reader's own machine. */
function isReachable(address: string): boolean {
  const { port, hostname } = new URL(address);
  return port === "" && hostname !== "localhost" && !hostname.startsWith("127.");
}
