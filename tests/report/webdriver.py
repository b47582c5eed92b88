"""A browser without a window, driven by WebDriver over loopback. No more of the protocol than the tests need."""
import base64
import json
import shutil
import subprocess
import time
import urllib.error
import urllib.request

ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
KEYS = {'space': ' ', 'left': '\ue012', 'right': '\ue014', 'home': '\ue011', 'end': '\ue010', 'tab': '\ue004',
        'enter': '\ue007'}


def find_browser():
    """The programs of the browser and of its driver, or None."""
    browser = next(filter(None, map(shutil.which, ('chromium', 'chromium-browser', 'google-chrome'))), None)
    driver = shutil.which('chromedriver')
    return (browser, driver) if browser and driver else None


class Browser:
    def __init__(self, programs):
        browser, driver = programs
        self.process = subprocess.Popen([driver, '--port=0'], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for line in self.process.stdout:
            if 'started successfully on port ' in line:
                port = int(''.join(c for c in line.rsplit('on port ', 1)[1] if c.isdigit()))
                break
        self.base = f'http://127.0.0.1:{port}'
        self.session = ''
        options = {'binary': browser, 'args': ['--headless=new', '--no-sandbox', '--disable-gpu', '--hide-scrollbars',
                                               '--disable-dev-shm-usage', '--no-first-run']}
        made = self.call('POST', '/session', {'capabilities': {'alwaysMatch': {
            'goog:chromeOptions': options, 'goog:loggingPrefs': {'browser': 'ALL', 'performance': 'ALL'}}}})
        self.session = f"/session/{made['sessionId']}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.call('DELETE', '')
        finally:
            self.process.terminate()
            self.process.wait(10)

    def call(self, method, path, body=None):
        data = json.dumps(body if body is not None else {}).encode() if method == 'POST' else None
        request = urllib.request.Request(self.base + self.session + path, data, {'Content-Type': 'application/json'}, method=method)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=60) as answer:
                return json.load(answer)['value']
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)['value']['message']) from None

    def cdp(self, command, **parameters):
        return self.call('POST', '/goog/cdp/execute', {'cmd': command, 'params': parameters})

    def open(self, path, width, height=900, dark=False, still=True, paper=False):
        self.cdp('Emulation.setDeviceMetricsOverride', width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.cdp('Emulation.setEmulatedMedia', media='print' if paper else '', features=[
            {'name': 'prefers-color-scheme', 'value': 'dark' if dark else 'light'},
            {'name': 'prefers-reduced-motion', 'value': 'reduce' if still else 'no-preference'}])
        self.call('POST', '/url', {'url': f'file://{path}'})

    def run(self, script, *arguments):
        return self.call('POST', '/execute/sync', {'script': script, 'args': list(arguments)})

    def later(self, script):
        """What the script hands to `done`."""
        return self.call('POST', '/execute/async', {'script': f'const done = arguments[0]; {script}', 'args': []})

    def click(self, selector):
        found = self.call('POST', '/element', {'using': 'css selector', 'value': selector})
        self.call('POST', f'/element/{found[ELEMENT]}/click')

    def press(self, *keys):
        actions = []
        for key in keys:
            value = KEYS[key]
            actions += [{'type': 'keyDown', 'value': value}, {'type': 'keyUp', 'value': value}]
        self.call('POST', '/actions', {'actions': [{'type': 'key', 'id': 'keyboard', 'actions': actions}]})

    def wait(self, script, seconds=10):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.run(script):
                return True
            time.sleep(0.05)
        return False

    def log(self, kind):
        return self.call('POST', '/se/log', {'type': kind})

    def screenshot(self, path, width):
        height = self.run('return document.documentElement.scrollHeight')
        self.cdp('Emulation.setDeviceMetricsOverride', width=width, height=height, deviceScaleFactor=1, mobile=False)
        with open(path, 'wb') as file:
            file.write(base64.b64decode(self.call('GET', '/screenshot')))
