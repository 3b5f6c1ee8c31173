/** CloudPayments' widget: its documented `start()` behind one function of ours. docs/venues/cloudpayments.md, Widget. */
import type { WidgetParameters } from "@chartrelay/contract";

/** If the script is blocked, or slower than this, the payer sees an error. */
const SCRIPT_TIMEOUT_MS = 8_000;

/** How a payment ended, as the browser sees it. The grant depends on what CloudPayments tells the server. */
export type PaymentResult = "success" | "fail" | "closed";

export interface PaymentEnded {
  readonly result: PaymentResult;
  /** Why it was declined. A failure without it is unclear: the payer may have been charged. */
  readonly reasonCode?: number;
}

/** What `start()` settles with, as far as we read it. */
interface WidgetResult {
  readonly type?: string;
  readonly status?: string;
  readonly data?: { readonly ReasonCode?: number } | null;
}

interface CloudPayments {
  /** Called after each attempt, also if the payer may try another card. */
  oncomplete?: (result: WidgetResult) => void;
  start(parameters: WidgetParameters): Promise<WidgetResult>;
}

declare global {
  interface Window {
    cp?: { readonly CloudPayments: new () => CloudPayments };
  }
}

/** The script didn't load: blocked by an extension or a network, or too slow. */
export class WidgetUnavailable extends Error {
  override readonly name = "WidgetUnavailable";
}

/**
 * Loads the widget from `url` and pays with it. Settles once the payer has closed it.
 * @throws {WidgetUnavailable} within ten seconds.
 */
export async function payByWidget(url: string, parameters: WidgetParameters): Promise<PaymentEnded> {
  await loadScript(url);
  if (!window.cp) throw new WidgetUnavailable("the script brought no widget");
  const widget = new window.cp.CloudPayments();
  let tried: WidgetResult | undefined;
  widget.oncomplete = (result) => (tried = result);
  const ended = await widget.start(parameters);
  // A payer who closes the window after a declined attempt wants to know why.
  return endOf(ended.type === "cancel" ? (tried ?? ended) : ended);
}

function endOf({ type, status, data }: WidgetResult): PaymentEnded {
  if (type === "cancel") return { result: "closed" };
  if (type === "payment" && status === "success") return { result: "success" };
  const code = data?.ReasonCode;
  return { result: "fail", ...(typeof code === "number" && code > 0 && { reasonCode: code }) };
}

async function loadScript(url: string): Promise<void> {
  if (window.cp) return;
  const script = document.createElement("script");
  script.src = url;
  script.async = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const refuse = (reason: string) => () => reject(new WidgetUnavailable(reason));
      script.addEventListener("load", () => resolve());
      script.addEventListener("error", refuse("the script was not loaded"));
      timer = setTimeout(refuse("the script took too long"), SCRIPT_TIMEOUT_MS);
      document.head.append(script);
    });
  } finally {
    clearTimeout(timer);
  }
}
