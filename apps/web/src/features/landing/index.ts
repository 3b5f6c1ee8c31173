export { Advantages } from "./advantages.tsx";
export { Capabilities, LandingQuestions, LastCall, Tariffs } from "./sections.tsx";
export { Hero } from "./hero.tsx";
export { Questions } from "./questions.tsx";
export { Start } from "./start.tsx";
export { TariffCards } from "./tariff-cards.tsx";
