import { isNamed, orderPath, type Account, type OrderDetails } from "@chartrelay/contract";
import { Repeat, Send } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSelector } from "react-redux";
import { Link, useLocation, type Location } from "react-router";
import { useAppDispatch } from "../../core/thunk.ts";
import { useAccountText } from "../../core/trading/account-label.tsx";
import { withAccount } from "../../core/trading/corrections.tsx";
import { detailOf, fieldErrorsOf } from "../../lib/form-errors.ts";
import { log } from "../../lib/log.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { loadAccounts, selectAccounts } from "../accounts/index.ts";
import { TestProgress } from "./test-progress.tsx";
import { useTestOrder } from "./use-test-order.ts";

/**
 * Sends the order's message once more, to a demo account of the same broker: never to a live one. Without an account to
 * choose it says what to do; a message that nobody can read isn't offered.
 */
export function RepeatOnDemo({ order }: { readonly order: OrderDetails }) {
  const { t } = useTranslation("order");
  const dispatch = useAppDispatch();
  const [isOpen, setIsOpen] = useState(false);
  const [isLoading, setIsLoading] = useState(false);
  const form = useId();
  const place = useRef<HTMLDivElement>(null);
  // It opens below its button, which may be at the end of the screen.
  useEffect(() => {
    if (isOpen) place.current?.scrollIntoView?.({ block: "nearest" });
  }, [isOpen]);
  const repeated = messageToRepeat(order);
  if (!repeated || !order.instrument) return null;

  async function toggle() {
    if (!isOpen) {
      setIsLoading(true);
      await dispatch(loadAccounts());
      setIsLoading(false);
    }
    setIsOpen(!isOpen);
  }
  return (
    <>
      <Button
        look="secondary"
        isBusy={isLoading}
        aria-expanded={isOpen}
        aria-controls={form}
        onClick={() => void toggle()}
        className="px-4 text-14"
      >
        {!isLoading && <Repeat aria-hidden className="size-4" />}
        {t("repeat")}
      </Button>
      <div ref={place} id={form} hidden={!isOpen} className="basis-full">
        {isOpen && <RepeatForm order={order} repeated={repeated} />}
      </div>
    </>
  );
}

/** What would be sent. */
interface Repeated {
  readonly message: string;
  readonly isCorrected: boolean;
}

/** Returns the message as it was posted or, after a refusal, as it was meant, if that is clear. */
function messageToRepeat({ body, verdict, status, corrections }: OrderDetails): Repeated | undefined {
  const [correction, ...others] = corrections;
  if (status === "REJECTED" && correction && others.length === 0)
    return { message: correction.message, isCorrected: true };
  return verdict === "refused" ? undefined : { message: body, isCorrected: false };
}

interface RepeatFormProps {
  readonly order: OrderDetails;
  readonly repeated: Repeated;
}

function RepeatForm({ order, repeated }: RepeatFormProps) {
  const { t } = useTranslation(["order", "orders", "trading"]);
  const accounts = useSelector(selectAccounts);
  const { instrument, accountId } = order;
  const demo = (accounts ?? []).filter(({ isDemo, exchange }) => isDemo && exchange === instrument?.exchange);
  const own = demo.find((account) => isNamed(account, accountId));
  if (!accounts) return <p role="alert">{t("repeat_failed")}</p>;
  if (demo.length === 0) {
    return (
      <div className="flex flex-col items-start gap-3 rounded-card border border-line bg-page p-4 text-14">
        <p>{instrument && t("repeat_no_demo", { venue: t(instrument.exchange, { ns: "trading" }) })}</p>
        <Link to="/profile/api" className={buttonClass("secondary", "px-4 text-14")}>
          {t("to_keys", { ns: "orders" })}
        </Link>
      </div>
    );
  }
  return <RepeatChoice demo={demo} preselected={(own ?? demo[0])?.id ?? ""} repeated={repeated} />;
}

interface RepeatChoiceProps {
  readonly demo: readonly Account[];
  readonly preselected: string;
  readonly repeated: Repeated;
}

function RepeatChoice({ demo, preselected, repeated: { message, isCorrected } }: RepeatChoiceProps) {
  const { t } = useTranslation(["order", "orders"]);
  const textOf = useAccountText();
  const { search, state } = useLocation() as Location<unknown>;
  const { sent, send } = useTestOrder();
  const [account, setAccount] = useState(preselected);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function repeat() {
    setIsBusy(true);
    setFailure(undefined);
    try {
      await send({ account, message: withAccount(message, account) });
    } catch (error) {
      log.warn("an order could not be repeated", error);
      const [onField] = Object.values(fieldErrorsOf(error));
      setFailure(onField ?? detailOf(error) ?? t("test_failed", { ns: "orders" }));
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <div className="flex flex-col gap-4 rounded-card border border-line bg-page p-4">
      <p className="text-14 text-muted">{t(isCorrected ? "repeat_hint_corrected" : "repeat_hint")}</p>
      <SelectField
        label={t("demo_account", { ns: "orders" })}
        value={account}
        onChange={({ target }) => setAccount(target.value)}
        options={demo.map((each) => ({ value: each.id, label: textOf(each) }))}
        error={failure}
      />
      <Button isBusy={isBusy} onClick={() => void repeat()} className="self-start px-4 text-14">
        {!isBusy && <Send aria-hidden className="size-4" />}
        {t("repeat_send")}
      </Button>
      <div aria-live="polite" className="flex flex-col gap-4 empty:hidden">
        {sent && (
          <>
            <TestProgress sent={sent} />
            <Link
              to={{ pathname: orderPath(sent.test.id), search }}
              state={state}
              replace
              preventScrollReset
              className={buttonClass("secondary", "self-start px-4 text-14")}
            >
              {t("repeat_open")}
            </Link>
          </>
        )}
      </div>
    </div>
  );
}
