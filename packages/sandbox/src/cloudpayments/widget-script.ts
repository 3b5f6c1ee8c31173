/**
 * The widget's script, as the browser loads it: `start()` opens a frame over the page and settles when the frame
 * closes.
 */

/** The path of the script, as at the vendor. */
export const WIDGET_PATH = "/bundles/cloudpayments.js";

/** Runs in the seller's page, so it may use nothing that the seller's content policy forbids. */
export const WIDGET_SCRIPT = `(() => {
  const origin = new URL(document.currentScript.src).origin;
  const REQUIRED = ["publicTerminalId", "amount", "currency", "paymentSchema"];

  class CloudPayments {
    oncomplete = undefined;

    start(parameters) {
      const missing = REQUIRED.filter((name) => parameters?.[name] === undefined);
      if (missing.length > 0) return Promise.reject(new Error("missing: " + missing.join(", ")));
      return new Promise((resolve) => {
        const frame = document.createElement("iframe");
        frame.src = origin + "/frame";
        frame.title = "CloudPayments";
        frame.allow = "payment";
        Object.assign(frame.style, {
          position: "fixed", inset: "0", width: "100%", height: "100%", border: "0", zIndex: "2147483647",
          colorScheme: "normal",
        });
        const hear = ({ origin: from, source, data }) => {
          if (from !== origin || source !== frame.contentWindow) return;
          if (data.kind === "ready") frame.contentWindow.postMessage({ kind: "start", parameters }, origin);
          if (data.kind === "tried") this.oncomplete?.(data.result);
          if (data.kind === "closed") {
            removeEventListener("message", hear);
            frame.remove();
            resolve(data.result);
          }
        };
        addEventListener("message", hear);
        document.body.append(frame);
        frame.focus();
      });
    }
  }

  window.cp = { ...window.cp, CloudPayments };
})();
`;
