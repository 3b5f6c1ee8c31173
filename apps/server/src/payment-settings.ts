/** The payment settings: explicit ones, or else the simulator's, or else the vendor's own addresses. */
import type { Config } from "./config.ts";

const OWN_API_URL = "https://api.cloudpayments.ru";
const OWN_WIDGET_URL = "https://widget.cloudpayments.ru/bundles/cloudpayments.js";

export interface PaymentSettings {
  readonly publicId: string;
  readonly apiSecret: string;
  /** Without a slash at the end. */
  readonly apiUrl: string;
  /** The script that the browser loads to pay. */
  readonly widgetUrl: string;
}

/** Returns undefined when payments are off: in live mode without a terminal. */
export function paymentSettings(
  { publicId, apiSecret, apiUrl, widgetUrl }: Config["payments"],
  simulated: Readonly<Record<string, string>> = {},
): PaymentSettings | undefined {
  const own = {
    publicId: publicId ?? simulated["CLOUDPAYMENTS_PUBLIC_ID"],
    apiSecret: apiSecret ?? simulated["CLOUDPAYMENTS_API_SECRET"],
  };
  if (own.publicId === undefined || own.apiSecret === undefined) return undefined;
  return {
    publicId: own.publicId,
    apiSecret: own.apiSecret,
    apiUrl: apiUrl ?? simulated["CLOUDPAYMENTS_API_URL"] ?? OWN_API_URL,
    widgetUrl: widgetUrl ?? simulated["CLOUDPAYMENTS_WIDGET_URL"] ?? OWN_WIDGET_URL,
  };
}
