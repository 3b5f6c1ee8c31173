import fp from "fastify-plugin";
import { createMailChannel } from "./channel.ts";
import { createMailer, type MailServer } from "./send.ts";

export interface MailOptions {
  /** Undefined: no mail is sent. */
  readonly server: MailServer | undefined;
}

/** Mail as a channel of messages. Nothing starts when it would leave this machine in the clear. */
export const mail = fp<MailOptions>(
  async (app, { server }) => {
    const { config, secretBox, metrics, logger, publicUrl } = app.platform;
    if (!server) logger.warn("SMTP_URL is not set: no mail is sent, and nobody can reset a password");
    const mailer = server && createMailer(server, config.site.brand);
    const settings = () => ({ ...config.site, publicUrl: publicUrl() });
    const onRepeat = () => metrics.repeated.inc();
    app.decorate("mailChannel", mailer && createMailChannel({ mailer, secretBox, settings, onRepeat }));
    app.addHook("onReady", async () => await mailer?.checkEncryption());
    app.addHook("onClose", async () => mailer?.close());
  },
  { name: "mail", dependencies: ["platform"] },
);
