"""chromium.py - the page in a Chromium without a window, as tests drive it. Ends with status 1 if the browser has
said anything in its console."""
import contextlib
import os
import sys

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys  # for those who drive

ARGUMENTS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1400,900",
             "--hide-scrollbars")


class Browser:
    def __init__(self, driver):
        self.driver = driver

    def open(self, path, headline=""):
        """Leads to the first finding whose headline has that text."""
        self.driver.get("file://" + os.path.abspath(path))
        while headline not in self.text("headline"):
            before = self.text("headline")
            self.press("]")
            assert self.text("headline") != before, "no such finding"

    def press(self, *keys):
        """Whatever has the focus gets them."""
        ActionChains(self.driver).send_keys(*keys).perform()

    def run(self, script):
        return self.driver.execute_script(f"return {script}")

    def emulate(self, **features):
        """What the user has chosen: forced_colors="active"."""
        features = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def text(self, id):
        return self.run(f"document.getElementById('{id}').innerText")

    def rows(self):
        """In the document."""
        return self.run("document.querySelectorAll('#timeline .row').length")

    def screenshot(self, path):
        self.driver.save_screenshot(path)
        print(path.rsplit("/", 1)[-1], "PNG" if open(path, "rb").read(8) == b"\x89PNG\r\n\x1a\n" else "no picture")


@contextlib.contextmanager
def browser():
    options = webdriver.ChromeOptions()
    for argument in ARGUMENTS:
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
    try:
        yield Browser(driver)
        said = [entry["message"] for entry in driver.get_log("browser")]
    finally:
        driver.quit()
    print(f"console: {len(said)}")
    if said:
        sys.exit("\n".join(said))
