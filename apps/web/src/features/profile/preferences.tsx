import { LANGUAGES, NOTIFICATIONS, type SettingsPayload, type User } from "@chartrelay/contract";
import { startTransition, useId, useOptimistic, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { LanguageSelector } from "../../core/appearance/language-selector.tsx";
import { ThemeSelector } from "../../core/appearance/theme-selector.tsx";
import { upsertToast } from "../../core/notifications/slice.ts";
import { useTroubleToast } from "../../core/trouble-toast.ts";
import { useAppDispatch } from "../../core/thunk.ts";
import { log } from "../../lib/log.ts";
import { Block } from "../../ui/block.tsx";
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
      <div className="divide-y divide-line">
        <Row label={<span className="text-14 font-medium">{t("appearance")}</span>}>
          <ThemeSelector />
        </Row>
        <Row label={<span className="text-14 font-medium">{t("interface_language")}</span>}>
          <LanguageSelector />
        </Row>
        <ChoiceRow
          label={t("message_language")}
          hint={t("message_language_hint")}
          value={shown.language}
          onChoose={(language) => save({ language })}
          options={LANGUAGES.map((value) => ({ value, label: t(`language_${value}`) }))}
        />
        <ChoiceRow
          label={t("notifications")}
          hint={t("notifications_hint")}
          value={shown.notifications}
          onChoose={(notifications) => save({ notifications })}
          options={NOTIFICATIONS.map((value) => ({ value, label: t(`notifications_${value}`) }))}
        />
      </div>
    </Block>
  );
}

/** A preference and, at the end of its line, the control that changes it. */
function Row({ label, children }: { readonly label: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">{label}</div>
      {children}
    </div>
  );
}

interface ChoiceRowProps<Value extends string> {
  readonly label: string;
  readonly hint: string;
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
}

function ChoiceRow<Value extends string>({ label, hint, value, onChoose, options }: ChoiceRowProps<Value>) {
  const id = useId();
  return (
    <Row
      label={
        <>
          <label htmlFor={id} className="text-14 font-medium">
            {label}
          </label>
          <p id={`${id}-hint`} className="text-14 text-muted">
            {hint}
          </p>
        </>
      }
    >
      <select
        id={id}
        value={value}
        onChange={({ target }) => onChoose(target.value as Value)}
        aria-describedby={`${id}-hint`}
        className="control tablet:w-60"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Row>
  );
}
