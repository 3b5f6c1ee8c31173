import fp from "fastify-plugin";
import { createMailChannel } from "./channel.ts";
import { createMailer, type MailServer } from "./send.ts";

export interface MailOptions {
  /** If undefined, no mail is sent. */
  readonly server: MailServer | undefined;
}

/** Mail as a message channel. The server doesn't start if mail would leave this machine unencrypted. */
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
