/** Kilowatts in one mechanical horsepower (hp, bhp). */
export const kilowattsPerHorsepower = 0.7457;
