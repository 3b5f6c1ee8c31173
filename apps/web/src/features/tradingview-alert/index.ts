export { AlertGuide } from "./alert-guide.tsx";
export { AlertGuideButton } from "./alert-guide-button.tsx";
