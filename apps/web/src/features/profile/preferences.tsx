import {
  LANGUAGES,
  NOTIFICATIONS,
  type Language,
  type Notifications,
  type SettingsPayload,
  type User,
} from "@chartrelay/contract";
import { startTransition, useOptimistic } from "react";
import { useTranslation } from "react-i18next";
import { LanguageSelector } from "../../core/appearance/language-selector.tsx";
import { ThemeSelector } from "../../core/appearance/theme-selector.tsx";
import { upsertToast } from "../../core/notifications/slice.ts";
import { useTroubleToast } from "../../core/trouble-toast.ts";
import { useAppDispatch } from "../../core/thunk.ts";
import { log } from "../../lib/log.ts";
import { Block } from "../../ui/block.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { changeSettings } from "./api.ts";

/** How the interface looks, the language of messages, and which ones are sent. */
export function Preferences({ user }: { readonly user: User }) {
  const { t } = useTranslation("settings");
  const dispatch = useAppDispatch();
  const complain = useTroubleToast();

  // Shows the choice while it is being saved.
  const [shown, show] = useOptimistic(
    user,
    (known, { language = known.language, notifications = known.notifications }: SettingsPayload) => {
      return { ...known, language, notifications };
    },
  );

  const save = (change: SettingsPayload) =>
    startTransition(async () => {
      show(change);
      try {
        await dispatch(changeSettings(change));
        dispatch(upsertToast({ id: "settings", status: "success", title: t("settings_changed") }));
      } catch (error) {
        log.error("the settings could not be changed", error);
        complain(t("settings_change"), error, "settings");
      }
    });

  return (
    <Block id="preferences" title={t("preferences")}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="text-14 font-medium">{t("appearance")}</span>
        <ThemeSelector />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="text-14 font-medium">{t("interface_language")}</span>
        <LanguageSelector />
      </div>
      <SelectField
        label={t("message_language")}
        hint={t("message_language_hint")}
        value={shown.language}
        onChange={({ target }) => save({ language: target.value as Language })}
        options={LANGUAGES.map((value) => ({ value, label: t(`language_${value}`) }))}
      />
      <SelectField
        label={t("notifications")}
        hint={t("notifications_hint")}
        value={shown.notifications}
        onChange={({ target }) => save({ notifications: target.value as Notifications })}
        options={NOTIFICATIONS.map((value) => ({ value, label: t(`notifications_${value}`) }))}
      />
    </Block>
  );
}
