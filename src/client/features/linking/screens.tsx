import { LinkWindowScreen } from "./link-window-screen.tsx";

export const EpicWindow = () => <LinkWindowScreen platform="epic" />;
export const MinecraftWindow = () => <LinkWindowScreen platform="minecraft" />;
